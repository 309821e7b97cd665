import { describe, expect, it } from 'vitest'
import { serverLogger } from '../../../src/cli/serve/screen.js'
import { LOG_LEVELS, type LogLevel } from '../../../src/cli/settings/settings.js'

function lines(format: 'pretty' | 'json', level: LogLevel): string[] {
  const written: string[] = []
  const logger = serverLogger({ format, level, write: (line) => written.push(line) })
  logger.error('lost', { place: 'a\nb', nothing: undefined })
  logger.warn('slow', { ms: 12, at: { host: 'x' } })
  logger.info('end\u202e')
  logger.debug('seen', { error: new Error('no') })
  return written
}

describe('serverLogger', () => {
  it('writes a line of text for people', () => {
    const time = /^\d\d:\d\d:\d\d /
    const texts = lines('pretty', 'debug')
    expect(texts.every((line) => time.test(line))).toBe(true)
    expect(texts.map((line) => line.replace(time, ''))).toEqual([
      'error lost place=a b\n',
      'warn slow ms=12 at={"host":"x"}\n',
      'info end\u202e\n',
      'debug seen error=no\n',
    ])
  })

  it('writes an object for programs, without characters that a terminal obeys', () => {
    const [first = '', , third = ''] = lines('json', 'info')
    expect(JSON.parse(first)).toEqual({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      place: 'a\nb',
      msg: 'lost',
    })
    expect(third).toContain('"msg":"end\\u202e"')
  })

  it.each(LOG_LEVELS.map((level, count) => [level, count] as const))(
    'writes at level %s what is as important',
    (level, count) => expect(lines('json', level)).toHaveLength(count),
  )
})
