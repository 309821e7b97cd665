/** A STUN or TURN server. */
export interface IceServer {
  /** For example `stun:stun.example.com:3478` or `turn:turn.example.com:3478`. */
  url: string
  username?: string
  credential?: string
}

/** Options of WebRTC calls. */
export interface WebRtcOptions {
  /**
   * Addresses under which clients reach this machine by UDP, when they are not its own: behind NAT, in a container.
   * Ports must stay the same.
   * @default the machine's own addresses
   */
  publicAddresses?: readonly string[]
  /** First and last UDP port. Each call takes one port for each address. @default any free ports */
  udpPorts?: readonly [first: number, last: number]
  /** STUN and TURN servers for a machine that clients cannot reach. @default none */
  iceServers?: readonly IceServer[]
}
