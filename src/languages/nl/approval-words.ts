import type { ApprovalWords } from '../approval-words.js'

export const dutchApproval: ApprovalWords = {
  code: 'nl',
  yes: `maar ja, maar goed, maar oké, ja, j, jaa, jep, jawel, jazeker, graag, heel graag, zeker, zeker weten, natuurlijk, uiteraard, vanzelfsprekend, absoluut, inderdaad, klopt, het klopt, precies, exact, correct, dat is juist, is goed, heel goed, prima, perfect, uitstekend, geweldig, oké, okee, ok, okay, akkoord, mee eens, ik ga akkoord, ga akkoord,
    afgesproken, in orde, bevestig, ik bevestig, bevestigd, goedgekeurd, doe maar, doe dat, doe dat maar, doe het, doe het maar, doe ze maar, doe die maar, doe dit, dat mag, het mag, je mag, ga door, ga maar door, ga verder, ga maar, ga je gang, gaat uw gang, doorgaan, kom maar op, toe maar, regel het, regel het maar,
    laat maar komen, klinkt goed, lijkt me goed, lijkt mij goed, lijkt me prima, komt goed uit, geen probleem, geen bezwaar, waarom niet ?, waarom niet, van mij mag het, wat mij betreft, 👍, ✅, 👌, goed idee, prima idee, ik heb er niets op tegen, niets op tegen, ik zie niet in waarom niet, dat doe je maar, doen we,
    laten we dat doen, laten we het doen, vooruit, vooruit maar, top doen, komt goed, helemaal goed, helemaal prima, met plezier, met alle plezier, heel graag zelfs, uitstekend idee, dat is de bedoeling, dat is de juiste, als afgesproken, ik neem het, ik neem ze, ik neem hem, neem ik, nemen we, deal, ik doe mee, past mij,
    past ons, komt ons goed uit, ideaal, zo doen we het, dan doen we dat, doen we zo`,
  weak: 'goed, mag, door, verder, mooi, fijn, juist, top, super',
  no: `verbied, ik verbied, hou, houd, houden, behoud, nee, neen, n, nooit, zeker niet, absoluut niet, helemaal niet, in geen geval, geen sprake van, liever niet, beter niet, beter van niet, nog niet, nu niet, vandaag niet, niet nu, hoeft niet, hoeft niet meer, dat hoeft niet, wil niet, niet doen, doe maar niet, doe dat niet,
    doe het niet, doe maar niks, niet akkoord, niet mee eens, niet goed, klopt niet, geen interesse, stop, stop maar, halt, annuleer, annuleren, afbreken, laat maar, laat maar zitten, laat zitten, laat het, laat dat, laat het zo, vergeet het, vergeet het maar, fout, onjuist, verkeerd, geen, geen van beide, geen van allen,
    geen enkele, niks, niets, weiger, ik weiger, geweigerd, afgewezen, bedacht, van gedachten veranderd, toch niet, toch maar niet, 👎, ❌, blijft, blijven, laat de, laat het staan`,
  needless:
    'niet nodig, niet meer nodig, wil ik niet, ik wil het niet, ik wil dat niet, niet meer, kan niet komen, kunnen niet',
  not: 'minus, uitgezonderd, niet, geen, niks, niets, nooit, zonder, behalve, niemand',
  open: `hoor je niet, hoor niets, hoor u niet, versta je niet, versta u niet, niet verstaan, goed zo, is goed zo, prima zo, zo is het goed, laat zo, ja ja, jaja, ja dag, ja doei, ja hoor doei, nou mooi, lekker dan, zal wel, goed bedankt, prima bedankt, bedankt prima, oké bedankt zo, weet nog niet, weet ik nog niet, weet het nog niet, weet ik nog niet zeker, nog niet zeker, als, indien, mits, tenzij, zolang,
    op voorwaarde, hangt ervan af, ligt eraan, wanneer, zodra, totdat, voordat, eerst, wacht, wachten, momentje, moment, een ogenblik, ogenblikje, een seconde, een minuut, even kijken, misschien, wellicht, mogelijk, waarschijnlijk, denk ik, ik denk, geloof ik, ik geloof, weet niet, weet ik niet, ik weet het niet,
    geen idee, niet zeker, twijfel, nadenken, overleggen, navragen, vragen, checken, in plaats, liever, eerder, verander, veranderen, wijzig, wijzigen, maak er, maak het, hoeveel, is dat, is het, kan je ook, kunt u ook, kan dat, kost dat, wat kost, wat zei, herhaal, herhalen, nog een keer, ik bedoel, bedoelde, ik zei, zet,
    protest*, bewaar, bewaren, bezwaar, verzet*, gelogen, grapje, onzin, veto, of, nadat, niet verstaan, niet gehoord, niet begrepen, neem het terug, neem dat terug, neem ik terug, kom ik op terug`,
  asks: 'wat, welk, welke, hoe, waar, waarom, wie, is er, zijn er, kan ik, kunnen we, mag ik',
  changes:
    'buiten, binnen, ergens anders, boven, beneden, ander, anders, nog een, meer, minder, later, vroeger, goedkoper, laat me, laat mij, zeg me, vertel me, laat zien',
  but: 'ja maar, oké maar, goed maar, prima maar, maar wel, maar ik, maar we, maar met, maar alleen, maar eerst, echter, alleen niet, hoewel',
  wishes:
    'en zou je, en zou u, en kunnen jullie, en dan, daarna, en daarna, vervolgens, en vervolgens, en ook, trouwens, nog iets, nog een ding, en laat me, en kun je, en kan je, en kunt u, en zeg me',
  joints: 'en, dus, dan, daarna, maar',
  remarks:
    'want, omdat, aangezien, zodat, vanwege, maar dan, dan ben, dan heb, dan is, ik, wij, we, hij, zij, ze, mijn, onze, ons, iemand, er is, al, is al',
  neutral: `graag gedaan, nou ja goed, u mag, ik wil graag, ik zou graag, ik heb ja gezegd, ik heb al ja gezegd, zei ik al, zoals ik zei, dat is wat ik wil, geen wijzigingen, verder niets, niets anders, geen zorgen, bedankt, dankjewel, die, deze, hem, haar, nu, meteen, direct, gelijk, snel, even, gewoon, wel, toch, hoor, nou, eh,
    euh, oh, ah, hé, ik wil, wij willen, we willen, dat wil ik, meneer, mevrouw, voor ons, mij, me, ze maar, is, ben, eigenlijk, sorry, pardon, als het kan, als dat kan, indien mogelijk, zo snel mogelijk, zo spoedig mogelijk, als u wilt, als je wilt, zonder twijfel, helaas, gelukkig, geen haast, ik denk het wel,
    denk het wel, ik geloof het wel, wat fijn, wat een opluchting, voor ik het vergeet, als je zover bent, als u zover bent, hm, hmm, tja, dank je, dank u, kan je, kun je, kunt u, wil je, wilt u, je kunt, je kan, u kunt, dat was het`,
  slots: 'de, het, een, mijn, onze, jouw, uw, voor, aan, op, in, met, om, bij, naar, van, onder',
  urges: 'alsjeblieft, alstublieft, aub, graag, maar',
  deictic: 'dat, dit',
  all: 'alle, alles, allemaal, allebei, beide, alle twee, alletwee, alle drie, alledrie, alle vier, alles ervan, alle drie de',
  pairs: 'beide, allebei',
  only: 'alleen, enkel, slechts, uitsluitend, alleen maar',
  rest: 'de rest, de andere, de anderen, het andere, andere, rest',
  ordinals: 'eerste/1e, tweede/2e, derde/3e, vierde/4e, laatste',
  particles: 'aan, af, bij, door, in, mee, na, om, op, over, terug, toe, uit, vast, weg, ziek',
  ending: 3,
  forms: /^(?:en|n|[aeou]?[lrnmpskgf])?$/u,
}
