import type { Page } from 'playwright-core'
import type { ServerEvent } from '../../src/protocol/events.js'
import type { LooseEvent } from './raw-client.js'

/** The microphone of a page is a tone, and what is received as sound is counted. */
const SOUND = `
const context = new AudioContext()
const tone = new OscillatorNode(context, { frequency: 300 })
const volume = new GainNode(context, { gain: 0 })
const microphone = new MediaStreamAudioDestinationNode(context)
tone.connect(volume).connect(microphone)
tone.start()
navigator.mediaDevices.getUserMedia = async () => microphone.stream.clone()
const speak = (loud) => { volume.gain.value = loud ? 0.5 : 0 }
const statsOf = async (pc) => {
  const all = [...(await pc.getStats()).values()]
  const { packetsReceived = 0, totalAudioEnergy = 0, packetsLost = 0 } = all.find((one) => one.type === 'inbound-rtp') ?? {}
  return { packetsReceived, totalAudioEnergy, packetsLost }
}
`

/** A page with plain `RTCPeerConnection` code, as OpenAI's guide shows it. */
export const CALL_PAGE = `<!doctype html><meta charset="utf-8"><title>call</title><script>${SOUND}
window.startCall = async ({ url, key, session }) => {
  const call = { events: [], speak }
  const pc = new RTCPeerConnection()
  const player = document.createElement('audio')
  player.autoplay = true
  pc.ontrack = (event) => { player.srcObject = event.streams[0] ?? new MediaStream([event.track]) }
  const microphone = await navigator.mediaDevices.getUserMedia({ audio: true })
  pc.addTrack(microphone.getTracks()[0])
  const channel = pc.createDataChannel('oai-events')
  channel.onmessage = (event) => call.events.push(JSON.parse(event.data))
  channel.onclose = () => { call.closed = true }
  const offer = await pc.createOffer()
  await pc.setLocalDescription(offer)
  const headers = { Authorization: 'Bearer ' + key }
  let body = offer.sdp
  if (session) {
    body = new FormData()
    body.set('sdp', offer.sdp)
    body.set('session', JSON.stringify(session))
  } else headers['Content-Type'] = 'application/sdp'
  const response = await fetch(url, { method: 'POST', body, headers })
  const answer = await response.text()
  if (response.status !== 201) throw new Error(answer)
  await pc.setRemoteDescription({ type: 'answer', sdp: answer })
  await new Promise((resolve) => { if (channel.readyState === 'open') resolve(); else channel.onopen = resolve })
  call.send = (event) => channel.send(JSON.stringify(event))
  call.sendBytes = () => channel.send(new Uint8Array([1, 2, 3]))
  call.end = () => pc.close()
  call.stats = () => statsOf(pc)
  window.call = call
  return { status: response.status, type: response.headers.get('content-type'), location: response.headers.get('location') }
}
</script>`

/**
 * A page with `@openai/agents-realtime` as it is published, at `/agents.js`, over its WebRTC transport. The client is
 * unchanged but for the address; what arrives on its data channel is kept.
 */
export const AGENTS_PAGE = `<!doctype html><meta charset="utf-8"><title>call</title><script src="/agents.js"></script><script>${SOUND}
const { RealtimeAgent, RealtimeSession, OpenAIRealtimeWebRTC, tool } = OpenAIAgentsRealtime
const call = { events: [], speak, told: { texts: [], calls: [], errors: [], asked: 0 } }
const createDataChannel = RTCPeerConnection.prototype.createDataChannel
RTCPeerConnection.prototype.createDataChannel = function (...given) {
  const channel = createDataChannel.apply(this, given)
  channel.addEventListener('message', (event) => call.events.push(JSON.parse(event.data)))
  channel.addEventListener('close', () => { call.closed = true })
  return channel
}
const tellTime = tool({
  name: 'tell_time', description: 'Tells the time.', strict: false,
  parameters: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'], additionalProperties: true },
  execute: (input) => { call.told.calls.push(input); return 'noon' },
})
window.startCall = async ({ url, key }) => {
  const { told } = call
  const transport = new OpenAIRealtimeWebRTC({ baseUrl: url })
  const session = new RealtimeSession(new RealtimeAgent({ name: 'test', instructions: 'Be kind.', tools: [tellTime] }), { transport })
  session.on('error', (error) => told.errors.push(JSON.stringify(error)))
  session.on('agent_end', (...[, , output]) => told.texts.push(output))
  session.on('tool_approval_requested', (...[, , request]) => {
    told.asked += 1
    if (told.asked === 1) session.approve(request.approvalItem)
    else session.reject(request.approvalItem)
  })
  await session.connect({ apiKey: key })
  call.say = (text) => session.sendMessage(text)
  call.interrupt = () => session.interrupt()
  call.end = () => session.close()
  call.stats = () => statsOf(transport.connectionState.peerConnection)
  window.call = call
  return { status: 201, type: '', location: '/v1/realtime/calls/' + transport.callId }
}
</script>`

interface BrowserCall {
  events: ServerEvent[]
  closed?: boolean
  speak(loud: boolean): void
  send(event: LooseEvent): void
  sendBytes(): void
  end(): void
  stats(): Promise<CallStats>
  /** Of a page with the agents package. */
  say(text: string): void
  interrupt(): void
  told: AgentsTold
}

/** What a session of the agents package reported. */
export interface AgentsTold {
  /** Answers. */
  texts: string[]
  /** Inputs of its own tool. */
  calls: unknown[]
  errors: string[]
  /** Approvals that were asked for. */
  asked: number
}

/** What the browser received as audio. */
export interface CallStats {
  packetsReceived: number
  totalAudioEnergy: number
  packetsLost: number
}

declare global {
  interface Window {
    call: BrowserCall
    startCall(options: { url: string; key: string; session?: object }): Promise<CallAnswer>
  }
}

/** The HTTP response to an offer. */
export interface CallAnswer {
  status: number
  type: string
  location: string
}

/** A call of a page in Chromium. */
export class WebCall {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Calls, and waits for the data channel. */
  start(options: { url: string; key: string; session?: object }): Promise<CallAnswer> {
    return this.page.evaluate((given) => window.startCall(given), options)
  }

  events(): Promise<ServerEvent[]> {
    return this.page.evaluate(() => window.call.events)
  }

  async types(): Promise<string[]> {
    return (await this.events()).map(({ type }) => type)
  }

  /** Sends an event, or the same many times at once. */
  send(event: LooseEvent, times = 1): Promise<void> {
    return this.page.evaluate(
      (given) => {
        for (let sent = 0; sent < given.times; sent += 1) window.call.send(given.event)
      },
      { event, times },
    )
  }

  /** Turns the voice of the caller on or off. */
  speak(loud: boolean): Promise<void> {
    return this.page.evaluate((on) => window.call.speak(on), loud)
  }

  /** Types, on a page with the agents package. */
  say(text: string): Promise<void> {
    return this.page.evaluate((one) => window.call.say(one), text)
  }

  /** Interrupts by itself, on a page with the agents package. */
  interrupt(): Promise<void> {
    return this.page.evaluate(() => window.call.interrupt())
  }

  /** What the agents package reported. */
  told(): Promise<AgentsTold> {
    return this.page.evaluate(() => window.call.told)
  }

  /** Hangs up. */
  end(): Promise<void> {
    return this.page.evaluate(() => window.call.end())
  }

  stats(): Promise<CallStats> {
    return this.page.evaluate(() => window.call.stats())
  }

  /** Whether the server has ended the call. */
  isOver(): Promise<boolean> {
    return this.page.evaluate(() => window.call.closed === true)
  }
}
