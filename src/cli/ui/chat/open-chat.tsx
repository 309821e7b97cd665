import { render } from 'ink'
import type { ChatSession } from '../../chat/chat-session.js'
import { reflowing } from '../reflow.js'
import { ChatScreen } from './chat-screen.js'

/** Tells the terminal to mark pasted text, so that a line end in a pasted text does not send the message. */
const MARK_PASTES = '\u001b[?2004h'
const MARK_NO_PASTES = '\u001b[?2004l'

/**
 * Shows a chat until it ends. Resolves with true if the user ended it, and with false if the agent closed the
 * connection. Restores the terminal, also after a crash.
 */
export async function openChat(session: ChatSession): Promise<boolean> {
  const restore = () => void process.stdout.write(MARK_NO_PASTES)
  process.stdout.write(MARK_PASTES)
  process.once('exit', restore)
  const { stdout, release } = reflowing(process.stdout)
  const screen = render(<ChatScreen session={session} />, { stdout, exitOnCtrlC: false })
  try {
    return await session.left
  } finally {
    screen.unmount()
    await screen.waitUntilExit()
    release()
    process.removeListener('exit', restore)
    restore()
  }
}
