import type { ApprovalWords } from '../approval-words.js'

export const spanishApproval: ApprovalWords = {
  code: 'es',
  yes: `pero sí, pero claro, que sí, sí, s, sip, claro, clarísimo, por supuesto, desde luego, cómo no, vale, venga, ok, okay, oka, okey, muy bien, está bien, de acuerdo, correcto, exacto, exactamente, eso es, así es, efectivamente, perfecto, genial, estupendo, excelente, fenomenal, adelante, dale, sale, órale, ándale, hazlo, hágalo, hazla,
    háganlo, haga eso, haz eso, procede, proceda, proceder, continúa, continúe, sigue, siga, confirmo, confirmado, confirma, confirme, apruebo, aprobado, acepto, aceptado, autorizo, conforme, me parece bien, me parece perfecto, suena bien, me va bien, me viene bien, me sirve, sin problema, no hay problema, ningún problema,
    no tengo problema, por qué no ?, por qué no, totalmente, con gusto, y tanto, obvio, 👍, ✅, 👌, afirmativo, cómo que no, pues claro, pues sí, que sí hombre, buena idea, no veo por qué no, no me importa, ya lo creo, tal cual, lo que usted diga, póngalo, ponlo así, de una, sí o sí, con mucho gusto, con placer,
    de mil amores, encantado, encantada, al cien por cien, según lo acordado, me lo quedo, me la quedo, me los quedo, me las quedo, lo tomo, la tomo, los tomo, las tomo, lo cojo, me lo llevo, me la llevo, me los llevo, me las llevo, hágale, hagámoslo, trato hecho, hecho, me apunto, me encanta, ideal, me viene perfecto,
    nos viene bien, nos va bien`,
  weak: 'bien, bueno, seguro',
  no: `prohíbo, me niego, lo prohíbo, no, n, nop, nunca, jamás, de ninguna manera, de ningún modo, para nada, en absoluto, ni hablar, ni loco, ni de broma, todavía no, aún no, ahora no, hoy no, mejor no, claro que no, por supuesto que no, no lo hagas, no lo haga, no la hagas, no me interesa, no creo, prefiero que no, alto,
    detente, basta, cancela, cancelar, anula, olvídalo, olvídelo, déjalo, déjelo, déjala, déjalo así, déjelo así, déjalo estar, deja, ninguno, ninguna, ninguno de los dos, ninguna de las dos, nada, nada de eso, incorrecto, mal, está mal, negativo, rechazo, rechazado, ni uno ni otro, cambié de opinión, he cambiado de idea,
    tampoco, 👎, ❌, se queda, se quedan, deja la, deja el, deje la, deje el, conserva`,
  needless:
    'no quiero, ya no, no lo necesito, no la necesito, no los necesito, no puedo ir, no podemos ir, no voy a poder, no hace falta, no es necesario',
  not: ', no, sin, nadie, menos, excepto, salvo, nunca, nada',
  open: `no le oigo, no te oigo, no oigo, no se oye, no le entiendo, no te entiendo, no entiendo, ya está, así está bien, está bien así, bien gracias, estoy bien, está bien como está, vale ya, ya vale, ya basta, bueno ya, ya estuvo, venga ya, venga hombre, ya ya, es mío, aún no sé, todavía no sé, si es, si no, si hay, si se, si me, si puedo, siempre que, siempre y cuando, a condición, con tal de, a menos que,
    a no ser que, depende, solo si, únicamente si, hasta que, antes, primero, espera, espere, espérate, espérame, un momento, momentito, un segundo, un minuto, un ratito, aguanta, quizá, quizás, tal vez, probablemente, creo, supongo, me parece que, no sé, no lo sé, no estoy seguro, no estoy segura, ni idea, tengo que,
    pensarlo, preguntar, consultarlo, en vez, en lugar, mejor, más bien, cambia, cambiar, cámbialo, cámbiala, cambie, cuánto, cuánta, cuántos, es que, puedes, puede, podría, podrías, repite, repítelo, otra vez, quise decir, quería decir, quiero decir, me refiero, dije, me refería, pon, ponlo, ponla, que sea, que sean,
    opong*, opon*, protest*, ment*, broma, bromeaba, tonterías, conserv*, guard*, veto, o, después de, no le oí, no te oí, no oí, no entendí, no escuché, no le he oído, me retracto, retiro lo dicho, lo retiro, me desdigo`,
  asks: 'qué es, qué hora, a qué, de qué, en qué, qué pasa, qué precio, qué incluye, qué día, cuál, cuáles, cómo, cuándo, dónde, por qué, quién, hay, puedo, podemos, tiene',
  changes:
    'fuera, afuera, dentro, adentro, arriba, abajo, en otro sitio, otros, otras, más, más tarde, más temprano, luego, después, uno más, una más, déjame, déjeme, a ver, dime, dígame, muéstrame, enséñame',
  but: 'pero, aunque, sin embargo, sino',
  wishes:
    'y podrías, y podría, y puedes, y puede, me puedes decir, me puede decir, y luego, y después, y también, además, y además, de paso, y de paso, por cierto, una cosa más, otra cosa, y dime, y dígame, y muéstrame, y enséñame, y puedes, y puede, y podrías',
  joints: 'y, entonces, así que, pues, luego',
  remarks:
    'porque, ya que, puesto que, para que, debido a, yo, tengo, mi, mis, nosotros, nuestro, nuestra, ella, ellos, estoy, estamos, hemos, he, alguien, me han, nos, que',
  neutral: `cuanto antes, bueno sí, este sí, sí quiero, puede hacerlo, puedes hacerlo, ya te dije que sí, ya dije que sí, ya lo dije, como dije, está correcto, es correcto, está perfecto, todo bien, todo correcto, sin cambios, nada más, eso es todo, no te preocupes, no se preocupe, para mí, para nosotros, estoy de acuerdo,
    estoy conforme, estoy seguro, gracias, le, ese, esa, este, esta, ahora, ahorita, enseguida, oye, ay, ah, eh, em, quiero, quisiera, necesito, queremos, hacerlo, señor, señora, señorita, amigo, tío, a mí, estoy segura, en realidad, perdón, perdona, disculpa, disculpe, si es posible, si puede ser, si puede,
    si no le importa, si no te importa, lo antes posible, sin duda, sin dudarlo, sin falta, qué remedio, qué bien, qué alivio, qué amable, cuando pueda, cuando puedas, no hay prisa, menos mal, más que nada, creo que sí, supongo que sí, nada más que eso, muy amable, mil gracias, verdad que sí, ni falta hace, hmm, mmm,
    muchas gracias, me gustaría, es correcta, de una vez, me lo, me la, se lo, desgraciadamente, lamentablemente, desafortunadamente, por desgracia, misma, mismo, nomás, ya`,
  slots:
    'el, la, los, las, un, una, mi, mis, tu, su, para, a, al, en, con, por, del, de, bajo, como, a nombre de, a la',
  urges: 'por favor, porfa, porfavor',
  deictic: 'eso, esto, lo',
  spellings: 'sí=sip, xq=porque',
  all: 'todo, todos, todas, todo eso, ambos, ambas, los dos, las dos, los tres, las tres, los cuatro, todos ellos',
  pairs: 'ambos, ambas, los dos, las dos',
  only: 'solo, solamente, únicamente, nada más que',
  rest: 'el resto, los demás, las demás, lo demás, el otro, la otra, los otros, las otras, otro, otra',
  ordinals: 'primero/primera/primer, segundo/segunda, tercero/tercera/tercer, cuarto/cuarta, último/última',
  commands: /(?:[aei]n?(?:me|nos)?(?:l[aeo]s?))$/u,
  ending: 2,
  forms: /^(?:u?e|a|i|u?en|an|[aei]r|u?emos|amos|[aei]d)?(?:me|nos|se|te)?(?:l[aeo]s?)?$/u,
}
