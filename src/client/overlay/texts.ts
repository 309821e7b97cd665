import type { MicrophoneState } from '../client-state.js'
/** Every word of the overlay, so that all of them can be replaced. Functions get what varies. */
export interface OverlayTexts {
  /** The language of the texts as BCP 47, for screen readers. */
  language: string
  /** The name of the agent, at the top and as the name of the dialog. */
  title: string
  /** Stands in an empty conversation. */
  greeting: string
  greetingVoice: string
  greetingText: string
  close: string
  conversation: string
  placeholder: string
  send: string
  toText: string
  toVoice: string
  mute: string
  unmute: string
  stop: string
  latest: string
  you: string
  agent: string
  interrupted: string
  /** Below a message that was typed while the line was down. */
  unsent: string
  connecting: string
  ready: string
  listening: string
  thinking: string
  speaking: string
  muted: string
  paused: string
  offline: string
  closed: string
  reconnecting: (seconds: number) => string
  /** The line is down because the device has no network. */
  noNetwork: string
  retryNow: string
  retry: string
  /** Said when the browser's own speech is used, whose sound may leave the device. */
  browserSpeech: string
  tool: { running: string; done: string; failed: string; input: string; result: string; lost: string }
  approval: {
    question: (tool: string) => string
    approve: string
    decline: string
    approved: string
    declined: string
  }
  /** What is wrong with the microphone, and what to do about it. */
  microphone: Record<MicrophoneTrouble, { title: string; advice: string }>
  /** Sentences by the code of an error, or of its family, such as `model-failed` for all that begin with `model-`. */
  errors: Partial<Record<string, string>>
  tryAgain: string
  typeInstead: string
  dismiss: string
}

/** Reasons why there is no sound from the microphone. */
export type MicrophoneTrouble = Exclude<MicrophoneState, 'off' | 'asking' | 'on' | 'muted'>

/** The texts in English. */
export const english: OverlayTexts = {
  language: 'en',
  title: 'Assistant',
  greeting: 'How can I help?',
  greetingVoice: 'Just start talking.',
  greetingText: 'Ask a question, or say what you want done.',
  close: 'Close',
  conversation: 'Conversation',
  placeholder: 'Write a message',
  send: 'Send',
  toText: 'Type instead',
  toVoice: 'Talk instead',
  mute: 'Mute the microphone',
  unmute: 'Unmute the microphone',
  stop: 'Stop the answer',
  latest: 'Go to the latest message',
  you: 'You',
  agent: 'Assistant',
  interrupted: 'Interrupted',
  unsent: 'Not sent yet',
  connecting: 'Connecting',
  ready: 'Ready',
  listening: 'Listening',
  thinking: 'Thinking',
  speaking: 'Speaking',
  muted: 'Muted',
  paused: 'Paused',
  offline: 'Not connected',
  closed: 'Not connected',
  reconnecting: (seconds) => (seconds > 0 ? `Reconnecting in ${seconds} s` : 'Reconnecting'),
  noNetwork: 'No network',
  retryNow: 'Retry now',
  retry: 'Try again',
  browserSpeech: 'Your browser turns speech into text. Its maker may process the sound.',
  tool: {
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    input: 'Input',
    result: 'Result',
    lost: 'No result',
  },
  approval: {
    question: (tool) => `Allow “${tool}”?`,
    approve: 'Allow',
    decline: 'Don’t allow',
    approved: 'Allowed',
    declined: 'Not allowed',
  },
  microphone: {
    denied: {
      title: 'The microphone is blocked',
      advice:
        'Allow it for this site: use the icon beside the address, or the settings of your browser. Then try again.',
    },
    dismissed: {
      title: 'The microphone was not allowed yet',
      advice: 'Try again and choose “Allow” when your browser asks.',
    },
    missing: {
      title: 'No microphone found',
      advice: 'Connect one, or check that it is switched on. Then try again.',
    },
    busy: {
      title: 'The microphone is in use',
      advice: 'Another app or tab has it. Close that one, then try again.',
    },
    insecure: {
      title: 'The microphone needs a secure page',
      advice: 'Browsers allow it only on https:// pages and on localhost.',
    },
    interrupted: {
      title: 'The microphone is paused',
      advice: 'A call or another app has it, or it is switched off. It goes on after that.',
    },
    unsupported: {
      title: 'This browser cannot record speech here',
      advice: 'Use a current Chrome, Edge, Firefox or Safari.',
    },
  },
  errors: {
    unauthorized: 'The agent refused the key of this page.',
    forbidden: 'The agent refused this conversation. Begin a new one.',
    'origin-refused': 'The agent does not take pages of this address.',
    'bad-server-url': 'There is no agent at this address.',
    'no-api-key': 'This page could not get a key for the agent.',
    'no-audio': 'This browser cannot play sound here.',
    'worklet-failed': 'The sound could not be loaded.',
    replaced: 'This conversation goes on in another window or on another device.',
    refused: 'The agent ended the conversation.',
    ended: 'The conversation is over.',
    internal: 'Something went wrong. Try again.',
    'model-failed': 'The agent cannot answer right now. Try again in a moment.',
    'speech-failed': 'What you said could not be understood. Say it again, or type.',
    'no-speech-to-text': 'This agent does not understand speech. You can type.',
    'server-stopped': 'The agent was restarted. Please say that again.',
    'approval-request-not-found': 'This question was answered already, or it has expired.',
    'connection-failed': 'The agent cannot be reached.',
    'connection-lost': 'The connection was lost.',
    'message-too-long': 'This message is too long.',
    'item-too-large': 'This message is too long.',
    'history-dropped': 'This conversation is long. The assistant no longer knows its beginning.',
    'conversation-full': 'This conversation is full. Begin a new one.',
    'key-memory-full': 'The agent has too much to do right now. Try again later.',
    'too-many-open-calls': 'Too many steps wait for an answer. Answer them, or begin a new conversation.',
    'queue-full': 'Too many messages wait already. Wait until the connection is back.',
  },
  tryAgain: 'Try again',
  typeInstead: 'Type instead',
  dismiss: 'Dismiss',
}
