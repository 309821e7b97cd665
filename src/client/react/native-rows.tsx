import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { Linking, Pressable, Text, View } from 'react-native'
import { capitalize } from '../../text/capitalize.js'
import { fillText } from '../../text/fill-text.js'
import { cellsOf, parseStyledTexts, parseTextBlock } from '../overlay/message-text.js'
import { answerText, callText } from '../overlay/rows/approval-row.js'
import type { QuestionView, ShownEntry } from '../overlay/shown-entries.js'
import { inputEntries, readableName } from '../overlay/tool-words.js'
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
  kind?: 'round' | 'pill' | 'main' | 'danger'
  disabled?: boolean
}): ReactElement {
  const { styles, colours } = useLook()
  const { text, children, onPress, label, kind = 'pill', disabled = false } = props
  const ink = { main: colours['on-accent'], danger: '#ffffff', round: colours.text, pill: colours.text }[kind]
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={label}
      accessibilityState={{ disabled }}
      disabled={disabled}
      onPress={onPress}
      style={[
        kind === 'round' ? styles.round : styles.pill,
        (kind === 'main' || kind === 'danger') && styles[kind],
        disabled && { opacity: 0.4 },
      ]}
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
    if (kind !== 'link')
      return createElement(Text, { style: kind === 'strong' ? styles.strong : styles.code }, part)
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
function Question({ view }: { view: QuestionView }): ReactElement {
  const { styles, texts } = useLook()
  const { approval } = texts
  const { answerAll } = useApproval()
  const { requests } = view
  const waiting = requests.filter(({ approved }) => approved === null)
  const isWhole = waiting.length === requests.length
  return (
    <View style={styles.card} accessibilityLiveRegion="polite">
      {requests.length > 1 && (
        <Text style={[styles.text, styles.strong]}>
          {fillText(approval.several, { count: requests.length })}
        </Text>
      )}
      {requests.map((request) => (
        <Call key={request.id} view={request} isOne={requests.length === 1} />
      ))}
      {waiting.length > 1 && (
        <View style={styles.choices}>
          <Button
            kind={waiting.some(destroys) ? 'danger' : 'main'}
            onPress={() => answerAll(true)}
            text={isWhole ? approval.approveAll : approval.approveRest}
          />
          <Button
            onPress={() => answerAll(false)}
            text={isWhole ? approval.declineAll : approval.declineRest}
          />
        </View>
      )}
      {waiting.length > 0 && <Text style={styles.quiet}>{isWhole ? approval.spoken : approval.awaited}</Text>}
    </View>
  )
}

const destroys = ({ question }: ApprovalView) => question?.destructive === true

function Call({ view, isOne }: { view: ApprovalView; isOne: boolean }): ReactElement {
  const { styles, texts, audience } = useLook()
  const { approval } = texts
  const { answer } = useApproval()
  const { question, approved } = view
  const text = callText(view, texts)
  const values =
    question?.fields.map(({ name, value }) => [capitalize(name), value]) ?? inputEntries(view.input)
  const lines = [
    ...values,
    ['', question?.note ?? ''],
    ['', (audience === 'developer' && question?.request) || ''],
  ]
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
