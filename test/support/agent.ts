import { findAgentTexts } from '../../src/languages/agent-texts.js'
import { silentLogger } from '../../src/ports.js'
import type { Agent, ApprovalPolicy, ReplyLimits, ToolSet } from '../../src/server/agent/agent.js'
import { Conversation, type ConversationOptions } from '../../src/server/agent/conversation.js'
import type { AgentEvent } from '../../src/server/agent/events.js'
import type { ConversationSettings } from '../../src/server/agent/model-request.js'
import { mergeTools, OfferedTools } from '../../src/server/agent/offered-tools.js'
import { defaultReplyLimits } from '../../src/server/defaults.js'
import type { LanguageModel } from '../../src/server/model/language-model.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'

/** An agent for a test. */
export function testAgent(options: {
  models: LanguageModel[]
  tools?: ToolFunction[]
  approve?: ApprovalPolicy
  toolSet?: ToolSet
  limits?: Partial<ReplyLimits>
}): Agent {
  const { models, tools = [], approve = 'writes', toolSet = 'all', limits } = options
  return {
    models,
    tools: new OfferedTools(mergeTools([{ getFunctions: () => tools }]), toolSet),
    instructions: 'You keep a pet shop.',
    approve,
    limits: { ...defaultReplyLimits, ...limits },
    locale: findAgentTexts('en'),
    providers: { stt: null, llm: models[0]!.name, tts: null, vad: null, turn_detection: null },
  }
}

/** A conversation and its events, on a virtual clock. */
export class TestConversation {
  readonly events: AgentEvent[] = []
  /** The lines of the log. */
  readonly warnings: unknown[] = []
  readonly clock: VirtualClock
  readonly conversation: Conversation
  /** What the client has set. A test may change it. */
  readonly settings: ConversationSettings = { instructions: '', tools: [], toolChoice: 'auto' }
  #ids = 0

  constructor(agent: Agent, clock = new VirtualClock(1_000_000), more: Partial<ConversationOptions> = {}) {
    this.clock = clock
    this.conversation = new Conversation({
      agent,
      clock,
      logger: { ...silentLogger, warn: (...line) => void this.warnings.push(line) },
      newId: (prefix) => `${prefix}_${++this.#ids}`,
      emit: (event) => this.events.push(event),
      settings: this.settings,
      ...more,
    })
  }

  /** Adds a user message and requests a reply. */
  say(text: string): void {
    this.hear(text)
    this.conversation.respond()
  }

  /** Adds a user message without requesting a reply. */
  hear(text: string): void {
    const id = `user_${++this.#ids}`
    const content = [{ type: 'input_text' as const, text }]
    this.conversation.addItem({
      id,
      object: 'realtime.item',
      type: 'message',
      role: 'user',
      status: 'completed',
      content,
    })
  }

  /** Adds a user message and waits until nothing runs. Returns the text of the reply. */
  async turn(text: string): Promise<string[]> {
    const from = this.events.length
    this.say(text)
    await settle()
    return textsOf(this.events.slice(from))
  }

  /** The ids of the open requests for approval. */
  get requests(): string[] {
    return this.conversation.history.items.flatMap((item) =>
      item.type === 'mcp_approval_request' ? [item.id] : [],
    )
  }

  /** Answers a request by event. */
  answer(approve: boolean, id: string = this.requests.at(-1) ?? ''): boolean {
    return this.conversation.answerApproval({
      type: 'mcp_approval_response',
      approval_request_id: id,
      approve,
    })
  }
}

/** The messages some events brought. */
export function textsOf(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'text-done' ? [event.text] : []))
}

/** How the replies in some events ended. */
export function endsOf(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'reply-ended' ? [event.end.status] : []))
}
