import { describe, expect, it } from 'vitest'
import { writeChineseNumbers } from '../../../src/languages/zh/numerals.js'

describe('Chinese numerals', () => {
  it.each([
    ['删除订单四七一一', '删除订单4711'],
    ['显示三十二号房间', '显示32号房间'],
    ['查看第五个订单', '查看第5个订单'],
    ['两百零六', '206'],
    ['十二', '12'],
    ['看一下订单', '看一下订单'],
    ['显示所有订单', '显示所有订单'],
  ])('%s', (said, written) => expect(writeChineseNumbers(said)).toBe(written))
})
