import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, ordinalForms, plainNumbers } from '../heard-language.js'
import { counted, words } from '../word-lists.js'
import { dutchFalseFriends, dutchPlurals, dutchWords } from './nouns.js'

const ones = words('een twee drie vier vijf zes zeven acht negen')
/**
 * The number words of the tens from 20 to 90, alone and joined with each of the numbers 1 to 9. The ten comes last:
 * "eenentwintig" is 21.
 */
const joinedTens = words('twintig dertig veertig vijftig zestig zeventig tachtig negentig').flatMap(
  (ten, at): [string, number][] => [
    [ten, 10 * at + 20],
    ...ones.map((one, index): [string, number] => [`${one}en${ten}`, 10 * at + 21 + index]),
  ],
)

/** The Dutch words that the agent understands. It does not speak Dutch: it answers in the language of the session. */
export const dutch = lazy(
  (): HeardLanguage => ({
    code: 'nl',
    stopWords:
      words(`de het een en of van voor met op aan in uit bij naar over onder door tot te om dat die dit deze er is zijn was waren heb hebt heeft hebben
    wordt worden ik jij je u hij zij ze we wij jullie mij me mijn jouw uw zijn haar ons onze hun wat wie welke welk waar wanneer hoe hoeveel waarom
    niet geen wel ook nog al alle alles allemaal graag alsjeblieft alstublieft wil wilt willen zou kan kun kunt kunnen moet moeten mag mogen nodig
    eens even maar dan nu hier daar dus hallo hoi hey goedemorgen goedemiddag dank bedankt oke ja nee als elk elke ander andere iets zien gaat ga`),
    actions: {
      list: [...words('lijst overzicht noem alle welke hoeveel opsommen'), 'zijn er'],
      get: [
        ...words(
          `toon tonen laat geef geven bekijk bekijken bekijk haal ophalen opvragen lees lezen open openen check controleer
          details detail informatie info gegevens vertel zeg wie wat weergeven`,
        ),
        ...['laat zien', 'laat me', 'geef mij', 'geef me'],
      ],
      find: words('zoek zoeken vind vinden opzoeken filter filteren'),
      create: [
        ...words(
          `maak maken voeg toevoegen toevoeg creeer creeren registreer registreren bestel bestellen boek boeken reserveer reserveren plaats plaatsen
          koop kopen plan plannen aanmaken invoeren inschrijven opslaan bewaar nieuw nieuwe genereer`,
        ),
        ...['voeg toe', 'maak aan', 'schrijf in', 'meld aan', 'sla op'],
      ],
      update: [
        ...words(
          `wijzig wijzigen verander veranderen bewerk bewerken pas aanpassen bijwerken update updaten hernoem hernoemen zet zetten verplaats verplaatsen
          corrigeer corrigeren stel instellen vervang vervangen markeer markeren activeer deactiveer blokkeer deblokkeer verhoog verlaag`,
        ),
        ...['pas aan', 'werk bij', 'stel in', 'zet op', 'zet aan', 'zet uit'],
      ],
      delete: [...words('verwijder verwijderen wis wissen gooi weghalen'), ...['haal weg', 'gooi weg']],
      cancel: [...words('annuleer annuleren afzeggen herroep herroepen'), ...['zeg af', 'blaas af']],
    },
    numbers: plainNumbers(
      {
        ...counted('nul'),
        ...counted(ones.join(' '), 1),
        ...counted('tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien', 10),
        ...Object.fromEntries(joinedTens),
        ...{
          honderd: 100,
          tweehonderd: 200,
          driehonderd: 300,
          vierhonderd: 400,
          vijfhonderd: 500,
          duizend: 1000,
        },
      },
      {
        multipliers: { honderd: 100, duizend: 1000 },
        repeats: { dubbel: 2 },
        ranges: new Set(['tussen']),
        wordLetters: new Set(['u']),
      },
    ),
    forbidding: /^(?:\p{L}+ )?(?:het |de |die |dit )?(?:niet|nooit|geen)(?!\p{L})|(?<!\p{L})niet[.!]?$/iu,
    questions: [
      ...words('wat wie welke welk waar wanneer hoe hoeveel waarom'),
      'is er',
      'zijn er',
      'van wie',
    ],
    linking: words('is zijn met van voor het de op aan nummer'),
    renaming: words('naar in op als'),
    selfQuestions: ['wie ben ik', 'met welk account', 'onder welke naam'],
    bounds: { lower: words('tussen vanaf van'), upper: words('tot') },
    joints: words('en'),
    naming: words('genaamd genoemd naam heet titel'),
    pointers: words('nummer nr id code'),
    beforeVerbs: words(
      'alsjeblieft alstublieft hallo hoi graag ik wil zou kan kun kunt je u mij me moet nog even eens nu dan',
    ),
    own: words('mijn ons onze'),
    determiners: words('de het een mijn ons onze deze die dit dat elke elk jouw uw geen'),
    countQuestions: ['hoeveel', 'het aantal'],
    prepositions: words('van voor met op in aan naar uit bij over tot'),
    ordinals: ordinalForms(
      'eerste, tweede, derde, vierde, vijfde, zesde, zevende, achtste, negende, tiende',
      'laatste',
    ),
    sayings: {
      greeting: 'hallo, hoi, goedemorgen, goedemiddag, goedenavond, goedendag',
      thanks: 'bedankt, dank je, dank je wel, dank u, dank u wel',
      farewell: 'tot ziens, doei, dag, dat was alles',
      help: 'help, wat kun je, wat kun je doen, wat kan je, waarmee kun je helpen',
      repeat: 'herhaal dat, kun je dat herhalen, wat zei je, nog een keer',
      wait: 'wacht, wacht even, een moment, momentje',
      cancel: 'laat maar, stop, vergeet het, niets',
      yes: 'ja, ja graag, graag, prima, klopt, akkoord, oke, zeker, doe maar, natuurlijk, goed',
      no: 'nee, nee bedankt, liever niet, niet doen, nee dank je',
      correction: 'nee, ik bedoel, ik bedoelde, sorry, toch',
      followUp: 'en, hoe zit het met, ook, nu',
    },
    days: { vandaag: 0, morgen: 1, overmorgen: 2, gisteren: -1 },
    weekdays: words('zondag maandag dinsdag woensdag donderdag vrijdag zaterdag'),
    months: monthForms(
      'januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, november, december',
    ),
    translations: dutchWords,
    forms: lazy(() => ({ ...dutchPlurals(), ...dutchFalseFriends() })),
    isPlural: (word) => Object.hasOwn(dutchPlurals(), word),
  }),
)
