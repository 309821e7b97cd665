import type { ApprovalWords } from '../approval-words.js'

export const polishApproval: ApprovalWords = {
  code: 'pl',
  yes: `tak, t, tak tak, no tak, tak proszę, tak poproszę, tak jest, ta, taa, jasne, no jasne, oczywiście, pewnie, no pewnie, pewno, naturalnie, zdecydowanie, absolutnie, jak najbardziej, owszem, zgoda, zgadza się, wszystko się zgadza, zgadzam się, dokładnie, dokładnie tak, właśnie, właśnie tak, racja, słusznie, prawidłowo, poprawnie, dobrze, no dobrze, dobra, no dobra, w porządku, ok, okej, okey, okay, oki, spoko, super, świetnie, idealnie, doskonale, znakomicie, może być, niech będzie, pasuje, odpowiada mi, brzmi dobrze, chętnie, poproszę, bardzo proszę, proszę bardzo,
    potwierdzam, potwierdzone, akceptuję, zatwierdzam, zatwierdź, popieram, proszę to zrobić, zrób to, zrób tak, rób, zróbmy to, róbmy, niech pan zrobi, niech pani zrobi, proszę zrobić, proszę robić, działaj, działajmy, dawaj, dalej, jedziemy, lecimy, śmiało, kontynuuj, proszę kontynuować, możesz, może pan, może pani, można, nie ma problemu, bez problemu, żaden problem, nie mam nic przeciwko, czemu nie ?, czemu nie, dlaczego nie ?, 👍, ✅, 👌`,
  no: `zabraniam, zatrzymuję, zachowuję, nie, n, nie nie, nie dziękuję, o nie, nigdy, nigdy w życiu, absolutnie nie, zdecydowanie nie, na pewno nie, w żadnym wypadku, w żadnym razie, nie ma mowy, wykluczone, jeszcze nie, nie teraz, nie dzisiaj, nie dziś, lepiej nie, raczej nie, nie chcę, już nie chcę, nie trzeba, nie potrzeba, nie potrzebuję, nie rób tego, nie rób, proszę nie, nie zgadzam się, niedobrze, nie zgadza się,
    stop, stój, przestań, anuluj, przerwij, zostaw, zostaw to, proszę zostawić, daj spokój, zapomnij, nieważne, źle, błędnie, nieprawda, odmawiam, odrzucam, rezygnuję, żaden, żadna, żadne, żadnego, żadnej, ani jedno ani drugie, nic, nic z tego, rozmyśliłem się, rozmyśliłam się, zmieniłem zdanie, zmieniłam zdanie, 👎, ❌`,
  not: 'nie, bez, oprócz, poza, nikt, ani',
  open: `no tak, no no, jasne już, już, niech zostanie, dobra dość, dość, dobrze jest jak jest, jest dobrze jak jest, jak jest, dobrze tak, dziękuję dobrze, tak tak jasne, akurat, no pięknie, jeśli, jeżeli, o ile, pod warunkiem, chyba że, zależy, to zależy, tylko jeśli, gdy, kiedy, dopóki, jak tylko, zanim, najpierw, czekaj, poczekaj, proszę czekać, proszę poczekać, zaczekaj, chwileczkę, chwila, chwilę, moment, momencik, sekundę, sekunda, minutę, minutkę, może, być może, prawdopodobnie, chyba, myślę, sądzę, wydaje mi się, nie wiem, nie jestem pewien, nie jestem pewna, nie mam pojęcia, zastanowić, zastanowię, pomyśleć, muszę, zapytać, sprawdzić, daj mi, hm, hmm, zamiast, raczej, właściwie, zmień, zmienić, proszę zmienić, inny, inna, inne, innego, inną, inaczej,
    też, także, również, jeszcze, dodatkowo, więcej, mniej, później, wcześniej, co, jaki, jaka, jakie, jak, ile, gdzie, kto, który, która, które, kiedy, dlaczego, czemu, czy, a czy, a może, a co, a ile, nie ma czegoś, a nie ma, nie ma, da się, mogę, możemy, mógłbym, przepraszam, słucham, powtórz, proszę powtórzyć, jeszcze raz, miałem na myśli, miałam na myśli, chodziło mi, chodzi mi, mówiłem, mówiłam`,
  but: 'ale, lecz, jednak, tylko że, tylko nie',
  joints: 'i, oraz, więc, potem, a',
  because: 'bo, ponieważ, gdyż, dlatego że, żeby, skoro',
  remarks: 'ja, my, on, ona, oni, mój, moja, moje, mam, mamy, jestem, jesteśmy, ktoś, już',
  reasons: `wyjeżdżam, wyjeżdżamy, jadę, jedziemy, przeprowadzam się, się, śpieszę, spieszę, śpieszy, jutro, dzisiaj, dziś, wieczorem, rano, tydzień, miesiąc, wakacje, urlop, urodziny, zgubiłem, zgubiłam, ukradli, skradziono, zepsuty, torba, torbę, portfel, żona, mąż, brat, siostra, matka, ojciec, syn, córka, przyjaciel, rodzina, dzieci, w, z, na, do, od, mi, wygasa, wkrótce, termin, czeka`,
  neutral: `proszę, dziękuję, dzięki, dziękuję bardzo, to, go, ją, je, ten, ta, tę, tego, tej, tą, teraz, zaraz, natychmiast, od razu, szybko, już teraz, no, a, ach, oj, eh, ee, yyy, chcę, chciałbym, chciałabym, poproszę o, potrzebuję, chcemy, powiedziałem tak, powiedziałam tak, mówiłem już, już mówiłem, już mówiłam, mówię tak, tego chcę, o to mi chodziło, bez zmian, nic więcej, to wszystko, nie martw się, panie, pani, pan, dla mnie, dla nas, mi, nam, jest ok, jest dobrze, jest w porządku, jest, jestem pewien, jestem pewna, po prostu, spokojnie, sobie, niech`,
  all: 'wszystko, wszystkie, oba, obie, obydwa, obydwie, oboje, wszystkie trzy, wszystkie dwa, jedno i drugie',
  only: 'tylko, jedynie, wyłącznie',
  rest: 'reszta, resztę, pozostałe, inne, drugie nie, pozostałych',
  ordinals:
    'pierwszy/pierwsza/pierwsze/pierwszą/pierwszego, drugi/druga/drugie/drugą/drugiego, trzeci/trzecia/trzecie/trzecią/trzeciego, czwarty/czwarta/czwarte, ostatni/ostatnia/ostatnie',
  ending: 3,
  forms: /^(?:uj|ujcie|ujemy|c|cie|ac|ic|owac|nac|jcie|j|z|ij|ijcie|e|aj|ajcie)?$/u,
}
