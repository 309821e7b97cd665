const ANNOUNCING = [
  // English
  '(?:allowed|possible|valid|accepted|permitted|available|supported) (?:values?|options?|choices|status(?:es)?|states|types|roles|modes)(?: (?:for|of) (?:this|the) [a-z]+)?(?: (?:are|is))?',
  '(?<!least )(?<!most )(?<!any )one of(?: the following| either)?(?: values?| options?)?',
  '(?:values|options|choices|enum)(?= ?[:=([]| are\\b)(?: are)?',
  // The lookbehind comes after the word `either`. Before the word, it would run at every position of the text.
  'either(?<=(?:^\\W*|(?:be|is|are|to|[.:]) )either)(?= .{1,40} or )',
  '(?:can|may|must|should) be(?=:? [`"\'])',
  // Spanish, Portuguese, Italian, French
  '(?:valores|opciones|opções|opcoes) (?:v[áa]lid[oa]s|permitid[oa]s|posibles|poss[íi]veis|aceptad[oa]s|aceit[oa]s|admitid[oa]s|disponibles|dispon[íi]veis)(?: (?:son|s[ãa]o))?',
  '(?:puede|debe|pode|deve) ser (?:un[oa]|um|uma) (?:de|entre)(?: (?:los|las|os|as))?(?: (?:siguientes|seguintes))?(?: (?:valores|opciones))?',
  'valori (?:validi|ammessi|possibili|consentiti)(?: sono)?',
  'valeurs (?:possibles|autoris[ée]es|accept[ée]es|valides|permises)(?: sont)?',
  '(?:un[oa]?|um|uma) (?:de|tra|entre)(?= ?:)',
  // German, Dutch, Polish, Turkish
  '(?:m[öo]gliche|erlaubte|g[üu]ltige|zul[äa]ssige) werte(?: sind)?',
  '(?:mogelijke|toegestane|geldige) waarden(?: zijn)?',
  '(?:dozwolone|mo[żz]liwe) warto[śs]ci',
  '(?:ge[çc]erli|olas[ıi]|izin verilen|kabul edilen) de[ğg]erler',
  // Indonesian, Vietnamese, Russian
  'nilai (?:yang )?(?:valid|diperbolehkan|mungkin|diizinkan)|salah satu(?: dari)?',
  '(?:các )?gi[áa] tr[ịi] (?:h[ợo]p l[ệe]|cho ph[ée]p|c[óo] th[ểe])',
  '(?:допустимые|возможные) значения|одно из',
  // Chinese, Japanese, Korean
  '可选值|取值范围|取值|有效值|允许值|枚举值?|有効な値|許可される値|使用可能な値|가능한 값|유효한 값|허용되는 값|허용 값',
]

export const LIST_HEAD = new RegExp(`(?<![\\p{L}\\d])(?:${ANNOUNCING.join('|')})`, 'giu')

/** Words such as `comma-separated`, which allow more arguments than the listed values. */
export const SEVERAL =
  /(?:comma|pipe|semicolon|space)[- ]?(?:separated|delimited)|(?:separated|delimited) (?:by|with) (?:an? )?(?:commas?|pipes?|semicolons?|spaces?)|^\W*(?:an? |the )?(?:\w[\w-]* )?(?:list|array) of\b|(?:accepts|takes|contains|is|as) an? (?:[\w-]+ )?(?:list|array)\b|^\W*one or more|one or more (?:values|of the following|of these)|more than one value|(?:multiple|several)\s+(?:values|\w+s, \w)|any combination|separad[oa]s? por (?:comas?|v[íi]rgulas?)|komma(?:getrennt| getrennt|-separiert)|s[ée]par[ée]e?s? par des virgules|virg[üu]lle|dipisahkan koma|逗号|カンマ/i

/** Words before or after a list of values that say that its values are only examples: other values are valid too. */
export const OPEN_LIST =
  /\b(?:e\.g|for example|such as|like|etc|and so on|and more|among others|or any|p\. ?ej|por ejemplo|por exemplo|z\. ?b|par exemple|ad esempio|örne[ğg]in|ví d[ụu])\b|\.\.\.|…/i

export const JOINING =
  /^(?:or|and|y|e|o|u|ou|et|und|oder|of|en|ve|veya|dan|atau|và|hoặc|или|и|或|和)(?![\p{L}\d])/iu

export const REQUIRED_WORD =
  'required|mandatory|obligatori[oa]|requerid[oa]|obrigat[óo]ri[oa]|obbligatori[oa]|obligatoire|requis|erforderlich|pflichtfeld|verplicht|zorunlu|wymagan[ey]|wajib|b[ắa]t bu[ộo]c|обязательн(?:ый|ая|ое|ые|о)|必填|必须|必須|필수'

export const OPTIONAL_WORD =
  'optional|opcional|facoltativ[oa]|opzionale|optionnel(?:le)?|facultatif|optioneel|iste[ğg]e ba[ğg]l[ıi]|opsional|t[ùu]y ch[ọo]n|необязательн(?:ый|ая|ое|ые|о)|可选|选填|任意|선택'

export const DEFAULT_WORD =
  '(?<!\\p{L})(?:default(?:s to|(?: value)?(?: is| of)?)?(?: set)?(?: to)?|(?:valor )?por defecto|(?:valor )?padr[ãa]o|par d[ée]faut|standardwert|standard(?=:| ist)|standaard(?=:| is)|voreinstellung|(?:valore?|valor) pre(?:definito|determinado)|domy[śs]ln(?:ie|a warto[śs][ćc])|varsay[ıi]lan|m[ặa]c đ[ịi]nh|по умолчанию)|默认值?|缺省值?|デフォルト|기본값'

export const BETWEEN_WORD =
  'between|zwischen|entre|tra|fra|tussen|(?:po)?mi[ęe]dzy|antara|trong kho[ảa]ng|t[ừu]|от|между|介于|范围(?:[:：是为])?'

export const RANGE_WORD = 'and|to|und|y|e|et|en|a|dan|đến|và|до|и|到|至|和'

export const MAXIMUM_WORD =
  'max(?:imum|imal|imaal)?(?: value)?|m[áa]xim[oa](?: de)?|massimo|h[öo]chstens|au plus|hoogstens|maksymalnie|najwy[żz]ej|en fazla|maksimal|maksimum|t[ốo]i [đd]a|максимум|не более'

export const MINIMUM_WORD =
  'min(?:imum|imal|imaal)?(?: value)?|m[íi]nim[oa](?: de)?|mindestens|au moins|minstens|minimalnie|co najmniej|en az|t[ốo]i thi[ểe]u|минимум|не менее'

/** The first letters of units of lengths, which limit a text and no number. */
export const LENGTH_UNIT =
  'char|digit|byte|zeichen|stellen|car[aá]ct|carat|d[íi]git|teken|znak|karakter|k[ýy] t[ựu]|симв|字|位'
