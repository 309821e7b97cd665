import { describe, expect, it } from 'vitest'
import { isSqlText, readInjection, readSql } from '../../../../src/toolkit/semantics/effect/sql-text.js'

describe('readSql', () => {
  const cases: [text: string, want: 'reads' | 'writes' | 'destroys'][] = [
    ['SELECT * FROM pets', 'reads'],
    ["select name from pets where note = 'drop table'", 'reads'],
    ['SELECT a FROM b -- drop table b\nWHERE c', 'reads'],
    ['SELECT a FROM b /* delete */', 'reads'],
    ['SELECT "delete" FROM b; SELECT 2', 'reads'],
    ['WITH x AS (SELECT 1) SELECT * FROM x', 'reads'],
    ['EXPLAIN SELECT 1', 'reads'],
    ['MATCH (n:Pet) RETURN n', 'reads'],
    ['INSERT INTO pets VALUES (1)', 'writes'],
    ['UPDATE pets SET a = 1', 'writes'],
    ['SELECT 1; DROP TABLE pets', 'destroys'],
    ['SELECT 1 DELETE FROM pets', 'destroys'],
    ['WITH x AS (DELETE FROM pets RETURNING *) SELECT * FROM x', 'destroys'],
    ['SELECT * INTO copy FROM pets', 'writes'],
    ['SELECT 1 /*! ; DROP TABLE pets */', 'writes'],
    ['SELECT 1 /* open', 'writes'],
    ["SELECT 'it\\'; DROP TABLE pets; --'", 'destroys'],
    ['SELECT "open; DROP TABLE pets', 'destroys'],
    ['SELECT 1 --1\n; DROP TABLE pets', 'destroys'],
    ['SELECT 1 --; DROP TABLE pets', 'destroys'],
    ['SELECT 1 # x\rDROP TABLE pets', 'destroys'],
    ['SELECT 1 -- x\rDROP TABLE pets', 'destroys'],
    ['EXPLAIN ANALYZE DELETE FROM pets', 'destroys'],
    ['MATCH (n) DETACH DELETE n', 'destroys'],
    ['MATCH (n) SET n.a = 1', 'writes'],
    ['EXEC sp_who', 'writes'],
    ['pragma user_version', 'writes'],
    ['ＤＥＬＥＴＥ FROM pets', 'writes'],
    ['', 'writes'],
    [' -- nothing', 'writes'],
    [`SELECT ${'a,'.repeat(200_000)} FROM b`, 'destroys'],
  ]
  it.each(cases)('%s', (text, want) => {
    const { isRead, isDestructive } = readSql(text)
    expect(isRead ? 'reads' : isDestructive ? 'destroys' : 'writes').toBe(want)
  })
})

describe('isSqlText', () => {
  const cases: [text: string, isNamed: boolean, want: boolean][] = [
    ['SELECT * FROM pets', false, true],
    ['select * from pets', true, true],
    ['select a pet from the list', false, false],
    ['Select a pet from the list', false, false],
    ['/* x */ -- y\n SELECT 1 FROM z', false, true],
    ['DROP TABLE pets', false, true],
    ['drop me a line', true, false],
    ['update the order', true, false],
    ['UPDATE orders SET paid = 1', false, true],
    ['Create a table', true, false],
    ['MATCH (n) RETURN n', false, true],
    ['WITH x AS (SELECT 1) SELECT 1', false, true],
    ['With love', true, false],
    ['CALL db.labels()', false, true],
    ['PREFIX a: <http://x> DELETE WHERE { ?a ?b ?c }', false, true],
    ['constructor', true, false],
    ['', true, false],
  ]
  it.each(cases)('%s %s', (text, isNamed, want) => expect(isSqlText(text, isNamed)).toBe(want))
})

describe('readInjection', () => {
  const cases: [text: string, isRead: boolean][] = [
    ['grant select on pets to ann', false],
    ['grant all privileges on database shop to ann', false],
    ['grant select, insert on pets to ann', false],
    ['revoke delete on pets from ann', false],
    ['grant money to startups', true],
    ['Grant all students access to the lab on Monday', true],
    ['grant access on Monday to Ann', true],
    ['revoke the licence from the shop', true],
  ]
  it.each(cases)('of "%s" reads: %s', (text, isRead) => {
    for (const isNamed of [true, false]) expect(readInjection(text, isNamed).isRead).toBe(isRead)
  })
})
