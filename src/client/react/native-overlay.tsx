import { type ReactElement, useEffect, useRef, useState } from 'react'
import {
  KeyboardAvoidingView,
  Linking,
  Modal,
  Platform,
  SafeAreaView,
  ScrollView,
  Text,
  TextInput,
  View,
} from 'react-native'
import { english, type OverlayTexts } from '../../languages/overlay-texts.js'
import { asVoiceError } from '../client-events.js'
import type { ClientState } from '../client-state.js'
import { userLanguage } from '../outgoing.js'
import { textsIn, withOwn } from '../overlay/load-texts.js'
import { type NoticeAction, noticeOf, sentenceFor } from '../overlay/notice.js'
import { shownEntries } from '../overlay/shown-entries.js'
import { canStop, hintOf, problemOf, statusOf } from '../overlay/status.js'
import type { VoiceClient } from '../voice-client.js'
import { useVoice } from './hooks.js'
import { LookContext, useColours, useLook } from './native-look.js'
import { Button, MicrophoneSign, Row } from './native-rows.js'
import type { VoiceOverlayProps } from './voice-provider.js'

/**
 * The full-screen overlay of the provider's agent, in the views of React Native. It asks for the microphone when it
 * opens in mode `voice`. The conversation stays open when the overlay closes.
 */
export function VoiceOverlay(props: VoiceOverlayProps): ReactElement {
  const { open, onClose, mode = 'voice', theme = 'auto', audience = 'user', language, texts: own } = props
  const { client } = useVoice()
  const [texts, setTexts] = useState<OverlayTexts>(english)
  const colours = useColours(theme)
  useEffect(() => {
    void Promise.resolve(textsIn(language ?? userLanguage(), client.config.serverUrl)).then(setTexts)
  }, [client, language])
  useEffect(() => {
    if (!open) return
    void client.setMode(mode)
    return () => void client.setMode('text')
  }, [client, open, mode])
  return (
    <LookContext.Provider value={{ texts: withOwn(texts, own), audience, colours }}>
      <Modal visible={open} animationType="slide" onRequestClose={onClose}>
        <Screen suggestions={props.suggestions ?? []} onClose={onClose} />
      </Modal>
    </LookContext.Provider>
  )
}

function Screen({
  suggestions,
  onClose,
}: {
  suggestions: readonly string[]
  onClose: () => void
}): ReactElement {
  const { styles } = useLook()
  const { state, client } = useVoice()
  const [refused, setRefused] = useState<string>()
  const { texts } = useLook()
  const send = (text: string): boolean => {
    try {
      client.sendText(text)
      setRefused(undefined)
      return true
    } catch (error) {
      setRefused(sentenceFor(asVoiceError(error), texts))
      return false
    }
  }
  const isVoice = state.mode === 'voice' || state.microphone === 'asking'
  return (
    <SafeAreaView style={styles.screen} accessibilityViewIsModal>
      <KeyboardAvoidingView style={styles.fill} behavior={Platform.OS === 'ios' ? 'padding' : undefined}>
        <Header state={state} client={client} onClose={onClose} />
        <Conversation state={state} suggestions={suggestions} send={send} />
        <Notice state={state} client={client} refused={refused} />
        {isVoice ? (
          <Stage state={state} client={client} />
        ) : (
          <Composer state={state} client={client} send={send} />
        )}
      </KeyboardAvoidingView>
    </SafeAreaView>
  )
}

interface Part {
  state: ClientState
  client: VoiceClient
}

function Header({ state, client, onClose }: Part & { onClose: () => void }): ReactElement {
  const { styles, texts } = useLook()
  const now = useNow(state.retryAt !== null)
  const status = statusOf(state, texts, { now, isOnline: true })
  return (
    <View style={styles.bar}>
      <View style={styles.fill}>
        <Text accessibilityRole="header" style={styles.title}>
          {texts.title}
        </Text>
        <Text accessibilityLiveRegion="polite" style={styles.quiet}>
          {status.text}
        </Text>
      </View>
      {status.canRetry && <Button onPress={() => client.retryNow()} text={texts.retryNow} />}
      <Button kind="round" label={texts.close} onPress={onClose} text="✕" />
    </View>
  )
}

/** The time, in milliseconds since the epoch, anew each second while something counts down. */
function useNow(counts: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!counts) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [counts])
  return counts ? now : Date.now()
}

function Conversation(props: {
  state: ClientState
  suggestions: readonly string[]
  send: (text: string) => boolean
}): ReactElement {
  const { state, suggestions, send } = props
  const { styles, texts } = useLook()
  const scroll = useRef<{ scrollToEnd(options?: { animated: boolean }): void }>(null)
  const entries = shownEntries(state.items)
  const isEmpty = entries.length === 0 && state.heard === ''
  return (
    <ScrollView
      ref={scroll}
      style={styles.fill}
      contentContainerStyle={styles.rows}
      keyboardShouldPersistTaps="handled"
      onContentSizeChange={() => scroll.current?.scrollToEnd({ animated: true })}
    >
      {isEmpty && (
        <View style={[styles.fill, { justifyContent: 'center', gap: 12 }]}>
          <Text style={styles.title}>{texts.greeting}</Text>
          <Text style={styles.quiet}>{hintOf(state, texts)}</Text>
          <View style={styles.choices}>
            {suggestions.map((text) => (
              <Button key={text} onPress={() => send(text)} text={text} />
            ))}
          </View>
        </View>
      )}
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} />
      ))}
      {state.heard !== '' && <Text style={[styles.bubble, styles.quiet]}>{state.heard}</Text>}
    </ScrollView>
  )
}

function Notice({ state, client, refused }: Part & { refused: string | undefined }): ReactElement | null {
  const { styles, texts, audience } = useLook()
  const notice = noticeOf(state, texts, audience)
  const title = refused ?? notice?.title
  const [dismissed, setDismissed] = useState<string>()
  if (title === undefined || title === dismissed) return null
  const act = (action: NoticeAction) => {
    if (action === 'connect') client.retryNow()
    else void client.setMode(action === 'text' ? 'text' : 'voice')
  }
  const names = { text: texts.typeInstead, connect: texts.retry, microphone: texts.tryAgain }
  return (
    <View accessibilityRole="alert" accessibilityLiveRegion="assertive" style={[styles.card, { margin: 12 }]}>
      <View style={[styles.bar, { padding: 0 }]}>
        <Text style={[styles.text, styles.strong, styles.fill]}>{title}</Text>
        <Button kind="round" label={texts.dismiss} onPress={() => setDismissed(title)} text="✕" />
      </View>
      {/* The advice about a microphone is for pages in a browser. */}
      {notice?.advice && !problemOf(state.microphone) && <Text style={styles.quiet}>{notice.advice}</Text>}
      <View style={styles.choices}>
        {(notice?.actions ?? []).map((action) => (
          <Button key={action} onPress={() => act(action)} text={names[action]} />
        ))}
        {state.microphone === 'denied' && (
          <Button
            label={texts.microphone.denied.title}
            onPress={() => void Linking.openSettings()}
            text="⚙"
          />
        )}
      </View>
    </View>
  )
}

/** Voice mode: mute, the button that stops an answer, and the way to the keyboard. */
function Stage({ state, client }: Part): ReactElement {
  const { styles, texts, colours } = useLook()
  const isMuted = state.microphone === 'muted'
  const canMute = isMuted || state.microphone === 'on'
  const isBusy = canStop(state)
  return (
    <View style={[styles.bar, { justifyContent: 'space-evenly', padding: 24 }]}>
      <Button
        kind="round"
        label={isMuted ? texts.unmute : texts.mute}
        disabled={!canMute}
        onPress={() => client.setMuted(!isMuted)}
      >
        <MicrophoneSign isMuted={isMuted} />
      </Button>
      <Button kind="orb" label={texts.stop} disabled={!isBusy} onPress={() => client.stopSpeaking()}>
        <Text style={[styles.title, { color: colours['on-accent'] }]}>{isBusy ? '■' : ''}</Text>
      </Button>
      <Button kind="round" label={texts.toText} onPress={() => void client.setMode('text')} text="⌨" />
    </View>
  )
}

function Composer({ state, client, send }: Part & { send: (text: string) => boolean }): ReactElement {
  const { styles, texts, colours } = useLook()
  const [text, setText] = useState('')
  const stops = text.trim() === '' && canStop(state)
  const go = () => {
    if (stops) client.stopSpeaking()
    else if (text.trim() !== '' && send(text)) setText('')
  }
  return (
    <View style={styles.bar}>
      <TextInput
        {...{ value: text, onChangeText: setText, onSubmitEditing: go, placeholder: texts.placeholder }}
        accessibilityLabel={texts.placeholder}
        placeholderTextColor={colours.muted}
        multiline
        submitBehavior="submit"
        returnKeyType="send"
        style={styles.field}
      />
      {state.speech.in !== 'none' && (
        <Button kind="round" label={texts.toVoice} onPress={() => void client.setMode('voice')}>
          <MicrophoneSign isMuted={false} />
        </Button>
      )}
      <Button
        kind="round"
        label={stops ? texts.stop : texts.send}
        disabled={!stops && text.trim() === ''}
        onPress={go}
        text={stops ? '■' : '↑'}
      />
    </View>
  )
}
