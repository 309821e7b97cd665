import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { Linking, Pressable, Text, View } from 'react-native'
import { cellsOf, parseStyledTexts, parseTextBlock } from '../overlay/message-text.js'
import { answerText, callText, destroys, questionWords, sentBy } from '../overlay/rows/approval-row.js'
import type { QuestionView, ShownEntry } from '../overlay/shown-entries.js'
import { readableName } from '../overlay/tool-words.js'
import type { ApprovalView, MessageView, ToolView } from '../state.js'
import { useApproval } from './hooks.js'
import { useLook } from './native-look.js'

/** A button with a word or a sign; `label` is its accessible name when it shows a sign. */
export function Button(props: {
  text?: string
  /** A sign in place of the text. */
  children?: ReactNode
  onPress: () => void
  label?: string
  kind?: 'round' | 'orb' | 'pill' | 'main' | 'danger'
  disabled?: boolean
}): ReactElement {
  const { styles, colours } = useLook()
  const { text, children, onPress, label, kind = 'pill', disabled = false } = props
  const ink = { main: colours['on-accent'], danger: '#ffffff' }[kind as string] ?? colours.text
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={label}
      accessibilityState={{ disabled }}
      disabled={disabled}
      onPress={onPress}
      style={[kind !== 'round' && kind !== 'orb' && styles.pill, styles[kind], disabled && { opacity: 0.4 }]}
    >
      {children ?? <Text style={[styles.text, { color: ink }]}>{text}</Text>}
    </Pressable>
  )
}

/** A microphone, drawn so that it needs no font. */
export function MicrophoneSign({ isMuted }: { isMuted: boolean }): ReactElement {
  const { colours } = useLook()
  const ink = { backgroundColor: colours.text }
  const slash = {
    ...ink,
    position: 'absolute',
    top: 11,
    width: 30,
    height: 2,
    transform: [{ rotate: '45deg' }],
  }
  return (
    <View style={{ alignItems: 'center' }}>
      <View style={{ ...ink, width: 9, height: 15, borderRadius: 5, opacity: isMuted ? 0.5 : 1 }} />
      <View style={{ ...ink, width: 2, height: 6, marginTop: 2 }} />
      <View style={{ ...ink, width: 12, height: 2 }} />
      {isMuted && <View style={slash} />}
    </View>
  )
}

/** One entry of the conversation. */
export function Row({ entry }: { entry: ShownEntry }): ReactElement | null {
  if (entry.kind === 'message') return entry.text === '' ? null : <Message view={entry} />
  return entry.kind === 'tool' ? <Tool view={entry} /> : <Question view={entry} />
}

function Message({ view }: { view: MessageView }): ReactElement {
  const { styles, texts } = useLook()
  const isUser = view.role === 'user'
  return (
    <View
      accessible
      accessibilityLabel={`${isUser ? texts.you : texts.agent}: ${view.text}`}
      style={isUser ? styles.bubble : undefined}
    >
      <Lines text={view.text} />
      {view.interrupted && <Text style={styles.quiet}>{texts.interrupted}</Text>}
      {view.waits === true && <Text style={styles.quiet}>{texts.unsent}</Text>}
    </View>
  )
}

/** The lines of a text with Markdown, as in the overlay of browsers; a row of a table is one line. */
function Lines({ text }: { text: string }): ReactElement {
  const { styles } = useLook()
  let inCode = false
  const lines = text.split('\n').map((line) => {
    const { kind, text: words } = parseTextBlock(line, inCode)
    if (kind === 'fence') inCode = !inCode
    if (kind === 'fence' || kind === 'blank' || kind === 'rule') return null
    const style = [styles.text, kind === 'code' && styles.code, kind === 'heading' && styles.strong]
    const shown = kind === 'row' ? cellsOf(words).join('  ·  ') : kind === 'bullet' ? `• ${words}` : words
    return createElement(
      Text,
      { selectable: true, style },
      kind === 'code' ? shown : styledText(shown, styles),
    )
  })
  return createElement(Fragment, null, ...lines)
}

function styledText(text: string, styles: ReturnType<typeof useLook>['styles']): ReactElement {
  const parts = parseStyledTexts(text).map(({ kind, text: part, href = '' }) => {
    if (kind === 'plain') return part
    if (kind !== 'link') return createElement(Text, { style: styles[kind] }, part)
    const onPress = () => void Linking.openURL(href)
    return createElement(Text, { accessibilityRole: 'link', style: styles.link, onPress }, part)
  })
  return createElement(Fragment, null, ...parts)
}

function Tool({ view }: { view: ToolView }): ReactElement {
  const { styles, texts, audience } = useLook()
  const words = `${readableName(view.name)} · ${texts.tool[view.status]}`
  return <Text style={styles.quiet}>{audience === 'developer' ? `${words}\n${view.input}` : words}</Text>
}

/** Approval requests of one question: each with its own buttons, and several also with buttons for all. */
function Question({ view: { requests } }: { view: QuestionView }): ReactElement {
  const { styles, texts } = useLook()
  const { answerAll } = useApproval()
  const { heading, approveAll, declineAll, note, isForAll, destroysAny } = questionWords(requests, texts)
  return (
    <View style={styles.card} accessibilityLiveRegion="polite">
      {heading !== '' && <Text style={[styles.text, styles.strong]}>{heading}</Text>}
      {requests.map((request) => (
        <Call key={request.id} view={request} isOne={requests.length === 1} />
      ))}
      {isForAll && (
        <View style={styles.choices}>
          <Button kind={destroysAny ? 'danger' : 'main'} onPress={() => answerAll(true)} text={approveAll} />
          <Button onPress={() => answerAll(false)} text={declineAll} />
        </View>
      )}
      {note !== '' && <Text style={styles.quiet}>{note}</Text>}
    </View>
  )
}

function Call({ view, isOne }: { view: ApprovalView; isOne: boolean }): ReactElement {
  const { styles, texts, audience } = useLook()
  const { approval } = texts
  const { answer } = useApproval()
  const { question, approved } = view
  const text = callText(view, texts)
  const lines = [...sentBy(view), ['', (audience === 'developer' && question?.request) || ''] as const]
  const label = (word: string) => (isOne ? undefined : `${word}: ${text}`)
  const colour = destroys(view) ? 'danger' : isOne ? 'main' : 'pill'
  return (
    <View style={{ gap: 8 }}>
      <Text style={[styles.text, styles.strong]}>{text}</Text>
      {lines
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Text key={`${name} ${value}`} style={styles.text}>
            {name && <Text style={styles.quiet}>{`${name}: `}</Text>}
            {value}
          </Text>
        ))}
      {approved === null ? (
        <View style={styles.choices}>
          <Button
            kind={colour}
            label={label(approval.approve)}
            onPress={() => answer(view.id, true)}
            text={approval.approve}
          />
          <Button
            label={label(approval.decline)}
            onPress={() => answer(view.id, false)}
            text={approval.decline}
          />
        </View>
      ) : (
        <Text style={styles.quiet}>{`${approved ? '✓' : '✕'} ${answerText(view, texts)}`}</Text>
      )}
    </View>
  )
}
