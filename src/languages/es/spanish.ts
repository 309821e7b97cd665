import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, ordinalForms, plainNumbers } from '../heard-language.js'
import { counted, hundreds, tens, words } from '../word-lists.js'
import { spanishFalseFriends, spanishWords } from './nouns.js'
import { regularVerbs, withPronouns } from './verbs.js'

/**
 * The Spanish words that the agent understands. It does not speak Spanish: it answers in the language of the session.
 */
export const spanish = lazy(
  (): HeardLanguage => ({
    code: 'es',
    stopWords:
      words(`el la los las lo un una unos unas de del al a en y e o u que cual cuales quien quienes con por para sobre sin es son esta estan
    era fue hay tiene tienen tengo tenemos hace ser me mi mis tu tus su sus te se nos nuestro nuestra nuestros nuestras le les si no todo todos toda todas
    este esta estos estas ese esa esos esas esto eso aquel aquella por favor porfa porfavor quiero quisiera querria queria necesito necesitamos
    puedes puede puedo podes podrias podria podemos gustaria deseo favor como cuando donde cuanto cuanta cuantos cuantas ya ahora aqui alli ahi
    hola oye oiga mira bueno pues entonces gracias eh vale dale listo porque tambien solo mas muy algun alguna algunos algunas cada otro otra
    voy vas va vamos estoy estamos ayudame ayuda hacer haber existe existen tal ver`),
    actions: {
      list: [
        ...regularVerbs('listar enumerar'),
        ...words('lista cuales todos todas cuantos cuantas hay tienen'),
      ],
      get: [
        ...withPronouns(
          'muestra muestre mostrar mostra ensena ensene ensenar trae traiga traer obten obtenga obtener',
        ),
        ...withPronouns(
          'da de dar di diga decir deci pasa pase abre abra abrir lee leer ver revisa revisar checa checar',
        ),
        ...regularVerbs('consultar visualizar verificar comprobar'),
        ...words(
          'deme denos pasame paseme muestras ensenas cual detalle detalles informacion datos saber conocer cuanto',
        ),
      ],
      find: [
        ...regularVerbs('buscar filtrar localizar ubicar'),
        ...withPronouns('encuentra encuentre encontrar encontra'),
      ],
      create: [
        ...regularVerbs('crear registrar agregar anadir insertar incluir generar guardar adicionar'),
        ...regularVerbs(
          'reservar agendar programar apartar inscribir matricular anotar apuntar contratar solicitar',
        ),
        ...regularVerbs('enviar mandar publicar comprar invitar emitir'),
        ...withPronouns('haz haga hace hacer pide pida pedir pedi mete meter escribe escribir'),
        ...words('nuevo nueva nuevos nuevas'),
        ...['dar de alta', 'da de alta', 'de de alta', 'dame de alta', 'dale de alta', 'dar alta'],
        ...[
          'abre un',
          'abre una',
          'abrir un',
          'abrir una',
          'abreme un',
          'abreme una',
          'saca una',
          'sacar una',
          'pon un',
          'pon una',
          'ponme un',
          'ponme una',
        ],
      ],
      update: [
        ...regularVerbs(
          'actualizar cambiar modificar editar renombrar marcar ajustar fijar asignar mover reemplazar',
        ),
        ...regularVerbs(
          'activar desactivar habilitar deshabilitar bloquear desbloquear reagendar reprogramar',
        ),
        ...withPronouns('corrige corrija corregir establece establezca establecer pone ponga poner'),
        ...withPronouns('enciende encienda encender prende prender apaga apague apagar'),
        ...words('pon ponle ponlo ponla ponme ponerle'),
      ],
      delete: [
        ...regularVerbs('eliminar borrar quitar suprimir remover descartar vaciar'),
        ...words('remueve remueva remuevelo'),
        ...[
          'dar de baja',
          'da de baja',
          'dame de baja',
          'dale de baja',
          'dalo de baja',
          'dala de baja',
          'darme de baja',
        ],
        ...['a la basura', 'deshazte de', 'deshacerme de'],
      ],
      cancel: [
        ...regularVerbs('cancelar anular revocar abortar'),
        ...['dejar sin efecto', 'deja sin efecto'],
      ],
    },
    numbers: plainNumbers(
      {
        ...counted(`cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete
        dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho
        veintinueve`),
        ...tens('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30),
        ...hundreds(
          'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
        ),
        ...{ un: 1, una: 1, cien: 100, mil: 1000 },
      },
      {
        multipliers: { mil: 1000 },
        joints: new Set(['y']),
        wordLetters: new Set(['a', 'e', 'o', 'u', 'y']),
        repeats: { doble: 2 },
        ranges: new Set(['entre']),
        // In Mexico, "1,500" is 1500.
        decimalMark: '.',
      },
    ),
    forbidding: /^(?:por favor,? )?(?:no|nunca|jamás)\s+\p{L}/iu,
    questions: words(
      'que cual cuales quien quienes cuanto cuanta cuantos cuantas donde adonde cuando como hay existe existen',
    ),
    linking: words('es son con de del el la a al en para por numero llamado'),
    renaming: words('a por como en'),
    selfQuestions: [
      'quien soy',
      'con que usuario',
      'con que cuenta',
      'con quien estoy conectado',
      'cual es mi usuario',
    ],
    bounds: { lower: words('entre desde'), upper: words('hasta') },
    joints: words('y e'),
    naming: words('llamado llamada llamados llamadas nombre titulado titulada'),
    pointers: words('numero nro num codigo id folio'),
    beforeVerbs:
      words(`por favor porfa hola oye quiero quisiera querria queria necesito puedes puede podes podrias podria me te le
    gustaria deseo voy vas va vamos a que ayudame`),
    own: words('mi mis nuestro nuestra nuestros nuestras'),
    determiners: words(
      'el la los las un una mi mis tu tus su sus esta esa este ese cada otra otro ninguna nuestra de',
    ),
    countQuestions: words('cuantos cuantas').concat('el numero de', 'la cantidad de'),
    prepositions: words('de del en con para por sobre segun desde hasta'),
    ordinals: ordinalForms(
      `primero primera primer primeros primeras, segundo segunda, tercero tercera tercer, cuarto cuarta, quinto quinta, sexto sexta, septimo septima,
      octavo octava, noveno novena, decimo decima`,
      'ultimo ultima',
    ),
    sayings: {
      greeting: 'hola, buenas, buenos días, buenas tardes, buenas noches, qué tal',
      thanks: 'gracias, muchas gracias, mil gracias, perfecto gracias, vale gracias',
      farewell: 'adiós, hasta luego, hasta pronto, chao, chau, nos vemos, eso es todo',
      help: 'ayuda, ayúdame, qué puedes hacer, qué sabes hacer, en qué puedes ayudarme, cómo puedes ayudarme',
      repeat: 'repite, repítelo, puedes repetir, puedes repetirlo, cómo dices, qué dijiste, otra vez',
      wait: 'espera, espera un momento, un momento, un segundo, espere',
      cancel: 'déjalo, olvídalo, cancela, cancélalo, nada, para, no importa',
      yes: 'sí, si, claro, claro que sí, vale, dale, de acuerdo, correcto, exacto, por supuesto, adelante, ok, hazlo, por favor, confirmo',
      no: 'no, no gracias, mejor no, de ninguna manera, no lo hagas',
      correction: 'no, perdón, mejor, quise decir, quiero decir, en realidad',
      followUp: 'y, qué tal, también, y qué hay de, ahora, pues',
    },
    days: { hoy: 0, ayer: -1 },
    weekdays: words('domingo lunes martes miercoles jueves viernes sabado'),
    months:
      monthForms(`enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre setiembre, octubre, noviembre,
    diciembre`),
    translations: spanishWords,
    forms: spanishFalseFriends,
    isPlural: (word) => /.{3}[aeiou]s$/.test(word),
  }),
)
