import type { ApprovalWords } from '../approval-words.js'

export const germanApproval: ApprovalWords = {
  code: 'de',
  yes: `mach schon, ja, j, jo, joa, jep, jup, jawohl, klar, klaro, genau, exakt, gerne, gern, sehr gerne, okay, ok, oke, richtig, stimmt, korrekt, einverstanden, natürlich, selbstverständlich, aber sicher, unbedingt, absolut, definitiv, freilich, mach das, mach es, mach mal, mach ruhig, machen sie das, machen sie es,
    machen sie mal, machen sie ruhig, machen sie bitte, mach bitte, tu das, tu es, tun sie das, tun sie es, mach weiter, weitermachen, fortfahren, nur zu, los geht's, leg los, legen sie los, passt, passt gut, in ordnung, geht klar, alles klar, auf jeden fall, jederzeit, von mir aus, meinetwegen, kann losgehen, bestätige,
    ich bestätige, bestätigt, genehmigt, freigegeben, ich stimme zu, stimme zu, zustimmung, sehr gut, prima, perfekt, wunderbar, bestens, hervorragend, klingt gut, hört sich gut an, sieht gut aus, kein problem, kein ding, keine einwände, spricht nichts dagegen, warum nicht ?, warum nicht, bitte sehr, gebongt, abgemacht, 👍,
    ✅, 👌, dagegen spricht nichts, nichts dagegen, ich hab nichts dagegen, ich habe nichts dagegen, mach fertig, bestätige ich, so machen wir das, machen wir so, so machen wir es, gute idee, jawoll, na logo, das wäre schön, das wäre nett, das wäre lieb, super danke ihnen, super danke dir, wär super, wäre super, wäre toll,
    wäre prima, mit vergnügen, mit freuden, sehr wohl, ist mir recht, mir recht, ganz genau, aber gern, aber gerne, aber natürlich, aber klar, aber ja, aber selbstverständlich, aber unbedingt, aber bitte, zu gern, allerdings ja, immer doch, das passt mir gut, nehm ich, die nehm ich, die nehme ich, den nehm ich,
    den nehme ich, nehme ich, nehmen wir, ich nehme es, ich nehme sie, ich nehm das, ich nehm die, so machen wirs, machen wir das so, dann machen wir das, geritzt, haut hin, kommt gut, ja passt, ja passt so, ja passt schon`,
  weak: 'mach, machen, gut, weiter, los, super, toll, sicher, logisch',
  no: `lehne ab, ich lehne ab, lehnen ab, weigere mich, verbiete, ich verbiete, verweigere, nein, n, nee, ne, nö, ach nein, auf keinen fall, auf gar keinen fall, keinesfalls, niemals, nie, kein, keine, keinen, bloß nicht, lieber nicht, besser nicht, bitte nicht, noch nicht, jetzt nicht, heute nicht, gar nicht,
    überhaupt nicht, absolut nicht, stopp, stop, halt, abbrechen, abbruch, brich ab, brechen sie ab, lass das, lass es, lass mal, lassen sie das, lassen sie es, lassen sie mal, lass gut sein, lass stecken, falsch, stimmt nicht, nicht richtig, nicht gut, vergiss es, vergessen sie es, vergiss das, doch nicht, will nicht,
    möchte nicht, möchte ich nicht, mach das nicht, mach es nicht, tu das nicht, nicht machen, nicht interessiert, anders überlegt, verzichte, ich verzichte, behalten, keins, keines, keine von beiden, keins von beiden, weder noch, abgelehnt, ablehnen, kommt nicht in frage, kommt nicht infrage, 👎, ❌, bleibt, bleiben,
    behalt, behalte`,
  needless: `brauche ich nicht, brauch ich nicht, brauchen wir nicht, brauche sie nicht, brauche es nicht, brauche ihn nicht, brauche das nicht, nicht mehr, nicht nötig, nicht notwendig, nicht mehr nötig, will ich nicht, wollen wir nicht, nicht kommen, noch genug, haben genug, habe genug, hab genug, schon genug, genug da,
    leider nicht, klappt nicht, geht nicht mehr, schaffen das nicht, schaffen es nicht, schaffe es nicht, schaffe das nicht`,
  not: 'nicht, nichts, ohne, außer, weder, niemand, nie, niemals',
  open: `schon gut, schon okay, schon ok, schon in ordnung, alles gut, gut danke, gut jetzt, gut so, ist gut so, das ist gut so, ist gut jetzt, jetzt ist gut, passt so, passt schon, passt danke, danke passt, danke gut, super danke, danke super, danke reicht, reicht schon, ja ja, jaja, na super, na toll, na prima, na klasse,
    ja toll, ja super, von wegen, wegen mir, ja denkste, darfst du, dürfen sie, dich, weiß noch nicht, weiß ich noch nicht, weiß es noch nicht, noch nicht sicher, wenn, falls, sofern, sobald, solange, es sei denn, vorausgesetzt, kommt drauf an, kommt darauf an, bevor, erst, erstmal, vorher, warte, warten, moment,
    augenblick, sekunde, minute, bleib dran, vielleicht, eventuell, möglicherweise, wahrscheinlich, vermutlich, ich glaube, glaube ich, glaub, ich denke, weiß nicht, weiß ich nicht, keine ahnung, nicht sicher, nicht ganz sicher, mal sehen, mal schauen, überlegen, nachdenken, fragen, nachsehen, nachschauen, stattdessen,
    anstatt, statt, sondern, eher, lieber, änder, kostet, geht auch, geht das, könnten sie, kannst du auch, können sie auch, ist das, ist es, sind das, wie bitte, nochmal, noch mal, noch einmal, wiederholen, ich meinte, ich meine, ich sagte, gemeint, tausche, wechsle, widersprech*, widersprich*, widerspruch*, protestier*,
    wehre, dagegen, bewahr*, quatsch, unsinn, blödsinn, scherz, spaß, gelogen, veto, oder, nachdem, nicht verstanden, nicht gehört, akustisch, nehme das zurück, nehm das zurück, nehme ich zurück, nehm ich zurück, ich ziehe zurück, zurückgenommen`,
  asks: "was, wie, wann, warum, wieso, weshalb, wo, wer, wem, wen, welche, welcher, welches, welchen, wie viel, wieviel, wie viele, gibt es, gibt's, kann ich, kann man, können wir, könnte ich, ist da, hast du, haben sie",
  changes:
    'anderes, andern, anderer, anders, noch ein, noch eine, noch einen, mehr, weniger, später, früher, sag mir, sagen sie mir, zeig mir, zeigen sie mir',
  but: 'aber, jedoch, allerdings, nur nicht',
  wishes:
    'und dann, dann, danach, und danach, anschließend, und anschließend, außerdem, und außerdem, nebenbei, übrigens, noch was, noch etwas, und auch, auch noch, und sag mir, und sagen sie mir, und zeig mir, und zeigen sie mir, und kannst du, und können sie, und könnten sie, und könntest du, ach und',
  joints: 'und, also, dann, deshalb, deswegen, darum',
  remarks:
    'weil, da ich, da wir, denn, damit, wegen, ich, wir, er, sie, es ist, mein, meine, meinen, meiner, meinem, unser, unsere, unseren, der kunde, jemand, sonst, da hab, da habe, ist, wurde, wurden, war, waren, schon, bereits',
  neutral: `so ist es, das ist der richtige, das ist die richtige, das ist das richtige, es ist richtig, es ist ok, es ist gut, halt mal, ach ja, könnten sie bitte, ich hätte gern, ich bin einverstanden, ich bin sicher, bin sicher, ich habe ja gesagt, wie gesagt, das ist richtig, das stimmt, das ist korrekt, ist richtig, ist gut,
    ist okay, ist ok, ist in ordnung, das ist gut, das ist in ordnung, das wäre gut, wäre gut, keine sorge, keine änderungen, mehr nicht, nichts weiter, sonst nichts, das ist alles, das war alles, genau so, danke, dankeschön, jetzt, gleich, sofort, direkt, schnell, ihn, sie bitte, so, na, doch, eben, einfach, äh, ähm, öh,
    ach, hey, hallo, können sie, sie können, sie dürfen, das können sie, die können sie, den können sie, ich will, ich möchte, wir wollen, wir möchten, ich bitte, ich bitte darum, hab ich doch gesagt, habe ich gesagt, mir, uns, mich, eigentlich, entschuldigung, wenn es geht, wenn es möglich ist, wenn möglich,
    falls möglich, wenn es ihnen nichts ausmacht, so bald wie möglich, so schnell wie möglich, leider, gott sei dank, keine eile, keine frage, ohne zweifel, ohne frage, seien sie so gut, seien sie so nett, wenn sie so nett wären, wenn sie so freundlich wären, nicht wahr, noch eine frage, um gottes willen, ich denke schon,
    ich glaube schon, denke schon, glaub schon, bevor ich es vergesse, bevor ichs vergesse, hm, hmm, naja, na ja, ihnen, dir, vielen dank, kannst du, könntest du, du kannst, du darfst, das kannst du, die kannst du, den kannst du`,
  slots:
    'der, die, das, den, dem, ein, eine, einen, einem, einer, mein, meine, meinen, meinem, meiner, unser, unsere, dein, deine, ihr, ihre, ihren, für, an, am, im, in, mit, auf, um, bei, nach, zu, zum, zur, von, unter, als',
  urges: 'bitte, ruhig, mal',
  deictic: 'das, es, dies, davon, dafür, daran',
  all: 'alle, alles, beide, beides, alle beide, alles davon, alle drei, alle vier, sämtliche',
  only: 'nur, bloß, lediglich, ausschließlich',
  rest: 'der rest, den rest, die anderen, die andere, das andere, den anderen, andere, anderen, rest',
  ordinals:
    'erste/ersten/erstes/erster, zweite/zweiten/zweites/zweiter, dritte/dritten/drittes/dritter, vierte/vierten/viertes, letzte/letzten/letztes/letzter',
  ending: 2,
  forms: /^(?:e|en|n|s|es)?$/u,
}
