import { type TurnWords, wordSet } from '../turn-words.js'

export const englishTurns: TurnWords = {
  tag: 'en',
  hanging:
    wordSet(`a an the and or but nor so because since although though while unless if whether then than that which who whose whom where
    when to from with without for of at by about into onto over under between through during before after until via per in on as like
    my your his her its our their this these those some any every each no
    i you he she we they im ill id ive youre were is are was be been am has have had will would shall should can could may might must do
    does did dont want wants need needs let lets please also just maybe um uh er erm hmm well called named like with plus minus`),
  asking:
    wordSet(`what which who whose where when why how is are do does did can could will would list show find get give tell search look
    check open create make add update change set delete remove cancel book order buy send call play start stop read count`),
  numbers:
    wordSet(`zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple dash point plus`),
  tens: /^(?:twen|thir|for|fif|six|seven|eigh|nine)ty$/,
  letterWords: wordSet('a i'),
  questions: wordSet('what who where how which when'),
  labels: wordSet('number numbers id ids code account reference'),
  singular: /[^s]$/,
  closed: [
    ...[
      'yes',
      'no',
      'yeah',
      'nope',
      'yep',
      'sure',
      'okay',
      'ok',
      'stop',
      'cancel',
      'thanks',
      'thank you',
      'goodbye',
      'bye',
    ],
    ...['thats all', 'that is all', 'never mind', 'go ahead', 'of course', 'please do', 'thats it', 'please'],
  ],
  spelling: { at: ['at'], dot: ['dot'], email: /\be-?mail\b/ },
  backchannels:
    wordSet(`mm mhm mmhm mmhmm hm hmm uh uhhuh huh um ah oh aha er eh yeah yep yup yes ok okay right sure cool great good nice wow
    i see got it of course all alright really true exactly thanks thank you interesting absolutely indeed perfect
    understood`),
  asks: {
    kinds: [
      ['email', /\be-?mail\b/],
      ['address', /\b(?:address|street|city|zip code|postcode)\b/],
      ['date', /\b(?:date|day|when|time|month|year|birthday|departure|arrival)\b/],
      [
        'number',
        /\b(?:numbers?|ids?|codes?|phone|amounts?|prices?|quantit(?:y|ies)|pins?|cards?|account|how (?:many|much))\b/,
      ],
      ['name', /\b(?:names?|who)\b/],
    ],
    yesOrNo:
      /\b(?:go ahead|yes or (?:a )?no|shall i|should i|do you want|would you like|is that (?:right|correct))\b/,
    requests: /^(?:please (?:tell|give|say)|tell me|what)\b/,
  },
}
