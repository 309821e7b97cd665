import { describe, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import type { DryRun, Prerequisite, ToolFunction, ToolResult } from '../../../src/toolkit/model/tool.js'
import { withPrerequisites } from '../../../src/toolkit/run/with-prerequisites.js'
import { sketchTool } from '../../support/tool.js'

const missing: ToolResult = {
  isError: true,
  reason: 'missing-setting',
  missingSettings: ['id', 'token', 'x', 'y'],
  content: 'No token.',
  requestMs: 0,
}
const withoutSettings: ToolResult = { ...missing, missingSettings: [] }
const refused: ToolResult = { isError: true, status: 401, reason: 'http-error', content: 'No.', requestMs: 1 }
const fine: ToolResult = { isError: false, status: 200, content: 'fine', requestMs: 1 }

/** A tool that gives these results in turn; the last one repeats. Calls are written to `log`. */
function toolOf(
  name: string,
  { results, needs = [], writes = false, log }: Behaviour & { log: string[] },
): ToolFunction {
  let at = 0
  const answer = () => {
    log.push(name)
    return results[Math.min(at++, results.length - 1)]!
  }
  return Object.assign(new FakeTool({ name, answer, effect: writes ? 'write' : 'read' }), {
    definition: { ...sketchTool({ request: { method: 'GET', url: 'http://h/' } }), prerequisites: needs },
    dryRun: undefined,
  }) as unknown as ToolFunction
}
const need = (variable: string, tool: string, runsAlone = true): Prerequisite => ({
  variable,
  tool,
  runsAlone,
})

interface Behaviour {
  results: ToolResult[]
  needs?: Prerequisite[]
  writes?: boolean
}

interface Case extends Behaviour {
  others?: Record<string, Behaviour>
  login?: string
}

async function call({ results, needs = [], login, others = { login: { results: [fine] } } }: Case) {
  const log: string[] = []
  const tools = [
    toolOf('main', { results, needs, log }),
    ...Object.entries(others).map(([name, parts]) => toolOf(name, { ...parts, log })),
  ]
  const [main] = withPrerequisites(tools, { isNamed: ({ name }) => name === login })
  return { result: await main!.call({}), log }
}

describe('a tool that lacks what another leaves behind', () => {
  it.each<[name: string, parts: Case, log: string[], result: Partial<ToolResult>]>([
    [
      'runs it first',
      { results: [missing, fine], needs: [need('id', 'login')] },
      ['main', 'login', 'main'],
      fine,
    ],
    [
      'runs it when its token is refused',
      { results: [refused, fine], needs: [need('token', 'login')] },
      ['main', 'login', 'main'],
      fine,
    ],
    [
      'is called again once',
      { results: [refused], needs: [need('token', 'login')] },
      ['main', 'login', 'main'],
      refused,
    ],
    [
      'runs only the one that gives what is missing',
      {
        results: [{ ...missing, missingSettings: ['id'] }, fine],
        needs: [need('other', 'list'), need('id', 'login')],
        others: { login: { results: [fine] }, list: { results: [fine] } },
      },
      ['main', 'login', 'main'],
      fine,
    ],
    [
      'runs nothing if no variable is missing',
      { results: [withoutSettings], needs: [need('id', 'login')] },
      ['main'],
      { reason: 'missing-setting' },
    ],
    ['runs nothing when all is fine', { results: [fine], needs: [need('id', 'login')] }, ['main'], fine],
    [
      'runs nothing for a refusal that no token is behind',
      { results: [refused], needs: [need('id', 'login')] },
      ['main'],
      refused,
    ],
    [
      'runs nothing for another error',
      { results: [{ ...refused, status: 403 }], needs: [need('token', 'login')] },
      ['main'],
      { status: 403 },
    ],
    [
      'runs one tool once for two values',
      { results: [missing, fine], needs: [need('id', 'login'), need('token', 'login')] },
      ['main', 'login', 'main'],
      fine,
    ],
    [
      'names it when it needs input',
      {
        results: [{ ...missing, missingSettings: ['id', 'x', 'y'] }],
        needs: [need('id', 'login', false), need('x', 'other', false), need('y', 'login', false)],
        others: { login: { results: [fine] }, other: { results: [fine] } },
      },
      ['main'],
      {
        reason: 'call-first',
        content:
          'main was not called. First call login or other: its answer has what is missing (id). Ask the user for its input if you do not have it, and then call main again.',
      },
    ],
    [
      'does not name it if that would not be enough',
      { results: [missing], needs: [need('id', 'login', false)] },
      ['main'],
      missing,
    ],
    [
      'keeps a refusal when it needs input',
      { results: [refused], needs: [need('token', 'login', false)] },
      ['main'],
      refused,
    ],
    [
      'stops when it fails, and says why',
      {
        results: [missing],
        needs: [need('id', 'login')],
        others: { login: { results: [{ ...refused, content: { error: 'down' } }] } },
      },
      ['main', 'login'],
      {
        isError: true,
        content: 'main was not called: login has to run first, and it failed. {"error":"down"}',
      },
    ],
    [
      'goes on without one that is gone',
      { results: [missing], needs: [need('id', 'gone')] },
      ['main'],
      missing,
    ],
    [
      'runs what that one needs before',
      {
        results: [missing, fine],
        needs: [need('id', 'a')],
        others: { a: { results: [missing, fine], needs: [need('x', 'b')] }, b: { results: [fine] } },
      },
      ['main', 'a', 'b', 'a', 'main'],
      fine,
    ],
    [
      'ends in a circle',
      {
        results: [missing],
        needs: [need('id', 'a')],
        others: { a: { results: [missing], needs: [need('x', 'main')] } },
      },
      ['main', 'a'],
      { isError: true },
    ],
    [
      'does not run one that may change something',
      {
        results: [missing],
        needs: [need('id', 'login')],
        others: { login: { results: [fine], writes: true } },
      },
      ['main'],
      {
        reason: 'call-first',
        content:
          'main was not called: it needs login first. login (GET /) may change something, so it does not run by itself. Call login yourself in the same session, or name it in the option "login": then it runs whenever it is needed.',
      },
    ],
    [
      'runs one that may change something if it is named',
      {
        results: [missing, fine],
        needs: [need('id', 'login')],
        others: { login: { results: [fine], writes: true } },
        login: 'login',
      },
      ['main', 'login', 'main'],
      fine,
    ],
  ])('%s', async (_name, parts, log, result) => {
    const called = await call(parts)
    expect(called.log).toEqual(log)
    expect(called.result).toMatchObject(result)
  })

  it('shares a session with what runs first, the one it was given or one of its own', async () => {
    const sessions: unknown[] = []
    const answer = (_input: object, { session }: { session?: object }) => {
      sessions.push(session)
      return sessions.length % 3 === 1 ? missing : fine
    }
    const login = new FakeTool({ name: 'login', answer })
    const main = Object.assign(new FakeTool({ name: 'main', answer }), {
      definition: { prerequisites: [need('id', 'login')] },
    }) as unknown as ToolFunction
    const [tool] = withPrerequisites([main], { helpers: [login] })
    const own = {}
    await tool!.call({}, { session: own })
    await tool!.call({})
    expect(sessions.slice(0, 3).every((one) => one === own)).toBe(true)
    expect(sessions[3]).toBeTypeOf('object')
    expect(new Set(sessions.slice(3)).size).toBe(1)
  })

  it('and needs nothing is left as it is', () => {
    const tool = new FakeTool({ name: 'plain' })
    expect(withPrerequisites([tool])).toEqual([tool])
    expect(withPrerequisites([tool])[0]).toBe(tool)
  })
})

describe('a dry run', () => {
  const request = (url: string): DryRun => ({ method: 'GET', url, headers: [], body: null })
  function shown(needs: Prerequisite[], first: DryRun | ToolResult) {
    const asked: unknown[] = []
    const main = Object.assign(new FakeTool({ name: 'main' }), {
      definition: { prerequisites: needs },
      dryRun(_input: object, { variables = {} }: { variables?: Record<string, string> } = {}) {
        asked.push(variables)
        return 'id' in variables ? request(`http://h/${variables.id}`) : first
      },
    }) as unknown as ToolFunction
    const [tool] = withPrerequisites([main], { helpers: [new FakeTool({ name: 'login' })] })
    return { show: tool!.dryRun!, asked }
  }

  it('shows the name of what runs first would leave behind', () => {
    expect(shown([need('id', 'login')], missing).show({})).toEqual(request('http://h/id'))
    expect(shown([need('id', 'login')], request('http://h/')).show({})).toEqual(request('http://h/'))
  })

  it('prefers what was given', () => {
    const { show } = shown([need('id', 'login')], missing)
    expect(show({}, { variables: { id: '7' } })).toEqual(request('http://h/7'))
  })

  it('names what has to run first if it needs input', () => {
    const { show, asked } = shown([need('id', 'login', false)], { ...missing, missingSettings: ['id'] })
    expect(show({})).toMatchObject({
      isError: true,
      reason: 'call-first',
      content: expect.stringMatching(/^main was not called\. First call login: /),
    })
    expect(asked).toEqual([{}])
  })

  it.each<[name: string, needs: Prerequisite[], first: ToolResult]>([
    ['a tool that is gone', [need('id', 'gone')], missing],
    ['another error', [need('id', 'login')], { ...missing, reason: 'invalid-input' }],
  ])('stays an error for %s', (_name, needs, first) => {
    const { show, asked } = shown(needs, first)
    expect(show({})).toEqual(first)
    expect(asked).toEqual([{}])
  })
})
