/** A STUN or TURN server. */
export interface IceServer {
  /** URL of the server, such as `stun:stun.example.com:3478` or `turn:turn.example.com:3478`. */
  url: string
  username?: string
  credential?: string
}

/** Options of WebRTC calls. */
export interface WebRtcOptions {
  /**
   * Addresses at which clients reach this machine by UDP, if it is behind NAT or in a container. The NAT must not
   * change the ports.
   * @default the machine's own addresses
   */
  publicAddresses?: readonly string[]
  /** First and last UDP port to use. Each call uses one port per address. @default any free ports */
  udpPorts?: readonly [first: number, last: number]
  /** STUN and TURN servers, for a machine that clients cannot reach directly. @default none */
  iceServers?: readonly IceServer[]
}
