import type { ApprovalWords } from '../approval-words.js'

export const germanApproval: ApprovalWords = {
  code: 'de',
  yes: `mach, machen, mach schon, ja, j, jo, joa, jep, jup, jawohl, ja klar, ja gerne, ja gern, ja bitte, ja genau, klar, na klar, klaro, genau, exakt, gerne, gern, sehr gerne, okay, ok, oke, richtig, stimmt, korrekt, einverstanden, natürlich, selbstverständlich,
    sicher, aber sicher, unbedingt, absolut, definitiv, logisch, freilich, mach das, mach es, mach mal, mach ruhig, mach schon, machen sie das, machen sie es, machen sie mal, machen sie ruhig, machen sie bitte, mach bitte, tu das, tu es, tun sie das, tun sie es, mach weiter, weiter, weitermachen, fortfahren, nur zu, los, los geht's, leg los, legen sie los,
    passt, passt so, passt gut, das passt, in ordnung, geht klar, alles klar, auf jeden fall, jederzeit, von mir aus, meinetwegen, kann losgehen, bestätige, ich bestätige, bestätigt, genehmigt, freigegeben, ich stimme zu, stimme zu, zustimmung, gut, sehr gut, prima, super, perfekt, wunderbar, toll, bestens, hervorragend, klingt gut, hört sich gut an, sieht gut aus,
    kein problem, kein ding, keine einwände, spricht nichts dagegen, warum nicht ?, warum nicht, bitte sehr, gebongt, abgemacht, 👍, ✅, 👌`,
  no: `nein, n, nee, ne, nö, nein danke, ach nein, auf keinen fall, auf gar keinen fall, keinesfalls, niemals, nie, kein, keine, keinen, bloß nicht, lieber nicht, besser nicht, bitte nicht, noch nicht, jetzt nicht, heute nicht, gar nicht, überhaupt nicht, absolut nicht, nicht mehr nötig, nicht nötig, nicht notwendig,
    stopp, stop, halt, abbrechen, abbruch, brich ab, brechen sie ab, lass das, lass es, lass mal, lassen sie das, lassen sie es, lassen sie mal, lass gut sein, lass stecken, falsch, stimmt nicht, nicht richtig, nicht gut, vergiss es, vergessen sie es, vergiss das, doch nicht, will nicht, will ich nicht, möchte nicht, möchte ich nicht, mach das nicht, mach es nicht, tu das nicht, nicht machen,
    brauche ich nicht, brauch ich nicht, brauchen wir nicht, nicht interessiert, anders überlegt, verzichte, ich verzichte, behalten, keins, keins davon, keines, keines davon, keinen davon, keine von beiden, keins von beiden, weder noch, abgelehnt, ablehnen, kommt nicht in frage, kommt nicht infrage, 👎, ❌`,
  not: 'nicht, nichts, ohne, außer, weder, niemand',
  open: `weiß noch nicht, weiß ich noch nicht, weiß es noch nicht, noch nicht sicher, wenn, falls, sofern, sobald, solange, nur wenn, es sei denn, vorausgesetzt, kommt drauf an, kommt darauf an, bevor, erst, erst mal, erstmal, vorher, warte, warten sie, warte mal, warten, moment, moment mal, einen moment, einen augenblick, augenblick, sekunde, eine sekunde, minute, eine minute, bleib dran, vielleicht, eventuell, möglicherweise, wahrscheinlich,
    vermutlich, ich glaube, glaube ich, glaub, ich denke, weiß nicht, weiß ich nicht, weiß ich noch nicht, keine ahnung, bin nicht sicher, nicht sicher, bin mir nicht sicher, nicht ganz sicher, mal sehen, mal schauen, überlegen, muss überlegen, nachdenken, muss fragen, fragen, nachsehen, nachschauen, hm, hmm, naja, na ja, stattdessen, anstatt, statt, sondern, eher, doch lieber, lieber, ändern, ändere, änder, anders, anderer, andere, anderen, anderes, andern,
    noch ein, noch eine, noch einen, auch, auch noch, zusätzlich, außerdem, mehr, weniger, später, früher, was, wie, wann, warum, wieso, weshalb, wo, wer, wem, wen, welche, welcher, welches, welchen, wie viel, wieviel, wie viele, was kostet, kostet das, kostet, gibt es, gibt's, geht auch, geht das, kann ich, kann man, können wir, könnte ich, könnten sie, kannst du auch, können sie auch, ist das, ist es, sind das, ist da, hast du, haben sie,
    wie bitte, nochmal, noch mal, noch einmal, wiederholen, entschuldigung, ich meinte, ich meine, ich sagte, gemeint, eigentlich, tausche, wechsle`,
  but: 'aber, jedoch, allerdings, nur nicht',
  joints: 'und, also, dann, deshalb, deswegen, darum',
  because: 'weil, da ich, da wir, denn, damit, wegen',
  remarks: `ich, wir, er, sie, es ist, mein, meine, meinen, meiner, meinem, unser, unsere, unseren, der kunde, jemand, sonst, da hab, da habe`,
  neutral: `bitte, danke, dankeschön, vielen dank, mal, dann, jetzt, gleich, sofort, direkt, schnell, das, es, die, der, den, ihn, sie bitte, so, na, also, doch, ja, halt mal, eben, einfach, ruhig, schon, äh, ähm, öh, oh, ach, ach ja, ah, hey, hallo, kannst du, könntest du, können sie, könnten sie bitte, du kannst, sie können, sie dürfen, du darfst, darfst du, dürfen sie, das kannst du, die kannst du, den kannst du,
    das können sie, die können sie, den können sie, ich will, ich möchte, ich hätte gern, wir wollen, wir möchten, ich bitte, ich bitte darum, ich bin einverstanden, ich bin sicher, bin sicher, ich habe ja gesagt, hab ich doch gesagt, habe ich gesagt, wie gesagt, so ist es, das ist richtig, das stimmt, das ist korrekt, ist richtig, ist gut, ist okay, ist ok, ist in ordnung, das ist gut, das ist in ordnung, das wäre gut, das wäre super, das wäre toll, wäre gut, keine sorge, keine änderungen, mehr nicht, nichts weiter, sonst nichts, das ist alles, das war alles, genau so, für mich, für uns, mir, uns, mich`,
  all: 'alle, alles, beide, beides, alle beide, alles davon, alle drei, alle vier, sämtliche',
  only: 'nur, bloß, lediglich, ausschließlich',
  rest: 'der rest, den rest, die anderen, die andere, das andere, den anderen, andere, anderen, rest',
  ordinals:
    'erste/ersten/erstes/erster, zweite/zweiten/zweites/zweiter, dritte/dritten/drittes/dritter, vierte/vierten/viertes, letzte/letzten/letztes/letzter',
  ending: 2,
}
