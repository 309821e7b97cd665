import type { ApprovalWords } from '../approval-words.js'

export const spanishApproval: ApprovalWords = {
  code: 'es',
  yes: `que sí, sí que sí, sí, si, s, sip, sí claro, sí por favor, claro, claro que sí, clarísimo, por supuesto, desde luego, cómo no, vale, venga, ok, okay, oka, okey, bueno, bien, muy bien, está bien, de acuerdo, correcto, exacto, exactamente, eso es, así es, efectivamente, perfecto, genial, estupendo, excelente, fenomenal, adelante, dale, sale, órale, ándale, hazlo, hágalo, hazla, háganlo, haga eso, haz eso, procede, proceda, proceder, continúa,
    continúe, continúa por favor, sigue, siga, confirmo, confirmado, lo confirmo, confirma, confirme, apruebo, aprobado, acepto, aceptado, autorizo, conforme, me parece bien, me parece perfecto, suena bien, me va bien, me viene bien, me sirve, sin problema, no hay problema, ningún problema, no tengo problema, por qué no ?, por qué no, seguro, totalmente, con gusto, ya, y tanto, obvio, 👍, ✅, 👌`,
  no: `prohíbo, me niego, lo prohíbo, no, n, nop, no gracias, que no, nunca, jamás, de ninguna manera, de ningún modo, para nada, en absoluto, ni hablar, ni loco, ni de broma, todavía no, aún no, ahora no, hoy no, mejor no, claro que no, por supuesto que no, no quiero, ya no quiero, no hace falta, no es necesario, no lo hagas, no lo haga, no la hagas, no me interesa, no estoy de acuerdo, no creo, prefiero que no,
    para, alto, detente, basta, cancela, cancelar, anula, olvídalo, olvídelo, déjalo, déjelo, déjala, déjalo así, déjelo así, déjalo estar, deja, ninguno, ninguna, ninguno de los dos, ninguna de las dos, nada, nada de eso, incorrecto, mal, está mal, negativo, rechazo, rechazado, ni uno ni otro, cambié de opinión, he cambiado de idea, tampoco, 👎, ❌`,
  not: 'no, sin, nadie, menos, excepto, salvo',
  open: `ya, ya está, así está bien, está bien así, bien gracias, estoy bien, está bien como está, vale ya, ya vale, ya basta, bueno ya, ya estuvo, venga ya, venga hombre, ya ya, es mío, aún no sé, todavía no sé, no sé todavía, si es, si no, si hay, si se, si me, si puedo, siempre que, siempre y cuando, a condición, con tal de, a menos que, a no ser que, depende, solo si, sólo si, únicamente si, cuando, hasta que, antes de, antes, primero, espera, espere, espérate, espérame, un momento, momentito, un momentito, un segundo, un minuto, un ratito, ahorita no sé, aguanta, quizá, quizás, tal vez, a lo mejor, probablemente, puede ser, creo que, creo, supongo, me parece que,
    no sé, no lo sé, no estoy seguro, no estoy segura, ni idea, déjame, déjeme, a ver, tengo que, lo tengo que pensar, pensarlo, preguntar, consultarlo, hmm, mmm, en vez, en lugar, mejor, más bien, cambia, cambiar, cámbialo, cámbiala, cambie, otro, otra, otros, otras, además, también, más, menos, luego, después, más tarde, más temprano, qué, cuál, cuáles, cómo, cuándo, cuánto, cuánta, cuántos, dónde, por qué, quién, hay, es que, se puede, puedo, puedes, puede, podría, podrías,
    podemos, tiene, perdón, perdona, disculpa, disculpe, repite, repítelo, otra vez, quise decir, quería decir, quiero decir, me refiero, dije, me refería, pon, ponlo, ponla, que sea, que sean, en realidad`,
  but: 'pero, aunque, sin embargo, sino',
  joints: 'y, entonces, así que, pues, luego',
  because: 'porque, ya que, puesto que, es que, para que, debido a',
  remarks:
    'yo, tengo, mi, mis, nosotros, nuestro, nuestra, él, ella, ellos, estoy, estamos, hemos, he, alguien, me han, nos',
  reasons: `viajo, viajamos, me mudo, mudo, mudando, salgo, salimos, voy, vamos, prisa, tengo prisa, mañana, hoy, tarde, noche, semana, mes, vacaciones, cumpleaños, perdí, perdido, robaron, robado, roto, rota, bolso, cartera, esposa, mujer, marido, esposo, hermano, hermana, madre, padre, hijo, hija, amigo, amigos, familia, niños, de, en, a, con, al, me, te, se, encanta, gusta, vence, caduca, pronto, que, espera a`,
  neutral: `por favor, porfa, porfavor, gracias, muchas gracias, lo, la, los, las, le, el, ese, esa, eso, este, esta, esto, ahora, ahora mismo, ya mismo, ahorita, enseguida, cuanto antes, entonces, pues, bueno sí, oye, ay, ah, eh, em, este sí, quiero, sí quiero, quisiera, me gustaría, necesito, queremos, puede hacerlo, puedes hacerlo, hacerlo, ya te dije que sí, ya dije que sí, ya lo dije, como dije, está correcto, es correcto, es correcta, está perfecto, está todo bien, todo bien, todo correcto,
    todo, sin cambios, nada más, eso es todo, no te preocupes, no se preocupe, señor, señora, señorita, amigo, tío, para mí, para nosotros, a mí, de una vez, de una, encantado, encantada, estoy de acuerdo, estoy conforme, estoy seguro, estoy segura, me lo, me la, se lo`,
  all: 'todo, todos, todas, todo eso, ambos, ambas, los dos, las dos, los tres, las tres, los cuatro, todos ellos',
  only: 'solo, sólo, solamente, únicamente, nada más que',
  rest: 'el resto, los demás, las demás, lo demás, el otro, la otra, los otros, las otras, otro, otra',
  ordinals: 'primero/primera/primer, segundo/segunda, tercero/tercera/tercer, cuarto/cuarta, último/última',
  ending: 2,
  forms: /^(?:u?e|a|i|u?en|an|[aei]r|u?emos|amos|[aei]d)?(?:me|nos|se|te)?(?:l[aeo]s?)?$/u,
}
