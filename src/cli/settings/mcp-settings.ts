import {
  approvals,
  byName,
  type ConfigValues,
  choice,
  list,
  object,
  type SettingsTable,
  text,
  texts,
} from './kinds.js'
import { filledText, webAddress } from './text-kinds.js'

/** An MCP server whose tools the agent uses, with the members that other programs have too. */
export const MCP_SERVER_SETTINGS = {
  type: {
    kind: choice(['stdio', 'http', 'streamable-http']),
    about: 'how messages are sent; found out from `command` or `url`, so it may be left out',
  },
  command: { kind: text, about: 'the program to start, which speaks MCP over standard input and output' },
  args: { kind: list(filledText), about: 'arguments of the program; `{{NAME}}` is filled' },
  env: { kind: byName(filledText), about: 'environment of the program; `{{NAME}}` is filled' },
  cwd: { kind: text, about: 'working directory of the program' },
  url: { kind: webAddress, about: 'the address of a server that is reached over HTTP' },
  headers: { kind: byName(filledText), about: 'headers of each request; `{{NAME}}` is filled' },
  allow: { kind: texts, about: 'use only these tools, by name, title or glob' },
  deny: { kind: texts, about: 'do not use these tools, by name, title or glob' },
  approve: {
    kind: approvals,
    about: 'which calls ask the user first',
    more: "; wins over the agent's `approve`",
  },
} as const satisfies SettingsTable

export type McpServerConfig = ConfigValues<typeof MCP_SERVER_SETTINGS>

/** The authorization server of `/mcp`. */
export const MCP_OAUTH_SETTINGS = {
  issuer: {
    kind: webAddress,
    about: 'the authorization server, as its tokens name it in `iss`',
    required: true,
  },
  resource: {
    kind: webAddress,
    about: 'the public address of `/mcp`, which tokens must name in `aud`',
    required: true,
  },
  scopes: { kind: texts, about: 'the scopes that every token must have' },
  scopeTools: { kind: byName(texts), about: 'the tools for each scope, by name, folder, method or glob' },
  tokenVariable: { kind: text, about: 'the variable of the collections that gets the token of the user' },
  introspection: {
    kind: object({
      clientId: { kind: text, about: 'the id of this server', required: true },
      clientSecret: { kind: filledText, about: 'its secret; `{{NAME}}` is filled', required: true },
    }),
    about: 'ask the authorization server about each token; without it, tokens must be JWTs',
  },
} as const satisfies SettingsTable
