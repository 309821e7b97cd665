import type { ApprovalWords } from '../approval-words.js'

export const polishApproval: ApprovalWords = {
  code: 'pl',
  yes: `ale tak, ale dobra, tak, t, taa, jasne, oczywiście, pewnie, pewno, naturalnie, zdecydowanie, absolutnie, jak najbardziej, owszem, zgoda, zgadza się, wszystko się zgadza, zgadzam się, dokładnie, właśnie, racja, słusznie, prawidłowo, poprawnie, dobrze, dobra, w porządku, ok, okej, okey, okay, oki, spoko, świetnie, idealnie, doskonale,
    znakomicie, może być, niech będzie, pasuje, odpowiada mi, brzmi dobrze, chętnie, poproszę, bardzo proszę, proszę bardzo, potwierdzam, potwierdzone, akceptuję, zatwierdzam, zatwierdź, popieram, proszę to zrobić, zrób to, zrób tak, zróbmy to, róbmy, niech pan zrobi, niech pani zrobi, proszę zrobić, proszę robić, działaj,
    działajmy, jedziemy, lecimy, śmiało, kontynuuj, proszę kontynuować, nie ma problemu, bez problemu, żaden problem, nie mam nic przeciwko, czemu nie ?, czemu nie, dlaczego nie ?, 👍, ✅, 👌, dobry pomysł, czemu by nie, nie widzę przeszkód, nie mam zastrzeżeń, proszę działać, to ta, to ten, ta sama, ma pan rację,
    ma pani rację, niech pan robi, niech pani robi, ależ oczywiście, ależ tak, a jakże, no ba, zróbmy tak, z przyjemnością, z chęcią, z wielką chęcią, z miłą chęcią, jak ustalono, jak najlepiej, biorę, bierzemy, wezmę, weźmiemy, umowa stoi, wchodzę w to, podoba mi się, tak zróbmy`,
  weak: 'można, możesz, może pan, może pani, dalej, rób, dawaj, super, ta',
  no: `zabraniam, zatrzymuję, zachowuję, nie, n, o nie, nigdy, nigdy w życiu, absolutnie nie, zdecydowanie nie, na pewno nie, w żadnym wypadku, w żadnym razie, nie ma mowy, wykluczone, jeszcze nie, nie dzisiaj, nie dziś, lepiej nie, raczej nie, nie rób, proszę nie, nie zgadzam się, niedobrze, nie zgadza się, stop, stój,
    przestań, anuluj, przerwij, zostaw, proszę zostawić, daj spokój, zapomnij, nieważne, źle, błędnie, nieprawda, odmawiam, odrzucam, rezygnuję, żaden, żadna, żadne, żadnego, żadnej, ani jedno ani drugie, nic, nic z tego, rozmyśliłem się, rozmyśliłam się, zmieniłem zdanie, zmieniłam zdanie, 👎, ❌, zostaje, zostają,
    zachowaj`,
  needless:
    'nie potrzebuję, już nie potrzebuję, nie trzeba, nie potrzeba, nie chcę, już nie chcę, nie mogę, nie możemy, nie dam rady, nie przyda',
  not: 'nie, bez, oprócz, poza, nikt, ani, nigdy, nic',
  open: `nie słyszę, nic nie słyszę, nie słychać, nie rozumiem, nie zrozumiałem, nie zrozumiałam, no no, jasne już, niech zostanie, dobra dość, dość, dobrze jest jak jest, jak jest, dobrze tak, dziękuję dobrze, tak tak jasne, akurat, no pięknie, jeśli, jeżeli, pod warunkiem, zależy, gdy, dopóki, jak tylko, zanim, najpierw, czekaj, poczekaj, proszę czekać, proszę poczekać, zaczekaj, chwileczkę, chwila, chwilę,
    moment, momencik, sekundę, sekunda, minutę, minutkę, może, prawdopodobnie, chyba, myślę, sądzę, wydaje mi się, nie wiem, nie jestem pewien, nie jestem pewna, nie mam pojęcia, zastanowić, zastanowię, pomyśleć, muszę, zapytać, sprawdzić, zamiast, raczej, zmień, zmienić, ile, a co, nie ma, da się, słucham, powtórz,
    proszę powtórzyć, jeszcze raz, miałem na myśli, miałam na myśli, chodziło mi, chodzi mi, mówiłem, mówiłam, protest*, zachow*, sprzeciw*, kłam*, żart*, bzdur*, weto, albo, lub, po tym jak, nie dosłyszałem, nie dosłyszałam, nie usłyszałem, nie usłyszałam, nie zrozumiałem, nie zrozumiałam, wycofuję, cofam, odwołuję`,
  asks: 'co, jaki, jaka, jakie, jak, gdzie, kto, który, która, które, kiedy, dlaczego, czemu, czy, a czy, mogę, możemy, mógłbym',
  changes:
    'na zewnątrz, na dworze, w środku, gdzie indziej, inny, inna, innego, inaczej, więcej, mniej, później, wcześniej, jeszcze jeden, jeszcze jedną, jeszcze dwa, daj mi, powiedz, proszę powiedzieć, pokaż',
  but: 'ale, lecz, jednak, tylko że, tylko nie',
  wishes:
    'a czy może, i czy może, a czy mógłby, a czy mogłaby, a potem, i potem, potem, a następnie, następnie, i jeszcze, a jeszcze, przy okazji, a przy okazji, i też, poza tym, i pokaż, i powiedz, i proszę pokazać, jeszcze jedno',
  joints: 'i, oraz, więc, potem, a',
  remarks:
    'bo, ponieważ, gdyż, dlatego że, żeby, skoro, ja, my, on, ona, oni, mój, moja, moje, mam, mamy, jestem, jesteśmy, ktoś, już',
  neutral: `już teraz, poproszę o, powiedziałem tak, powiedziałam tak, mówiłem już, już mówiłem, już mówiłam, mówię tak, bez zmian, nic więcej, nie martw się, jest ok, jest dobrze, jest w porządku, dziękuję, dzięki, go, je, ten, tę, tej, teraz, zaraz, natychmiast, szybko, no, ach, oj, eh, ee, yyy, chcę, chciałbym, chciałabym,
    potrzebuję, chcemy, panie, pani, pan, mi, nam, jest, jestem pewien, jestem pewna, spokojnie, sobie, niech, właściwie, przepraszam, jeśli można, jeśli to możliwe, jeżeli można, jak najszybciej, bez wątpienia, niestety, na szczęście, nie ma pośpiechu, myślę że tak, chyba tak, co za ulga, nie ma co, zanim zapomnę, hm,
    hmm, dziękuję bardzo, od razu, o to mi chodziło, dla mnie, dla nas, po prostu`,
  slots: 'mój, moją, moje, mojego, na, do, dla, w, we, z, ze, o, przez, pod, imię',
  urges: 'proszę, poproszę',
  deictic: 'to, tego',
  all: 'wszystko, wszystkie, oba, obie, obydwa, obydwie, oboje, wszystkie trzy, wszystkie dwa, jedno i drugie',
  pairs: 'oba, obie, obydwa, obydwie',
  only: 'tylko, jedynie, wyłącznie',
  rest: 'reszta, resztę, pozostałe, inne, drugie nie, pozostałych',
  ordinals:
    'pierwszy/pierwsza/pierwsze/pierwszą/pierwszego, drugi/druga/drugie/drugą/drugiego, trzeci/trzecia/trzecie/trzecią/trzeciego, czwarty/czwarta/czwarte, ostatni/ostatnia/ostatnie',
  commands: /[aeiouy](?:c|jcie)$/u,
  ending: 3,
  forms: /^(?:uj|ujcie|ujemy|c|cie|ac|ic|owac|nac|jcie|j|z|ij|ijcie|e|aj|ajcie)?$/u,
}
