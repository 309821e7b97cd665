import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../src/server/model/language-model.js'
import type { JsonSchema } from '../../src/toolkit/model/json.js'
import { members, tool } from '../server/providers/router/shop-tools.js'
import { step } from '../server/providers/router/talk.js'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const request = (title: string, line: string, parameters = members({})) => {
  const [method = '', path = ''] = line.split(' ')
  return tool(title, { method, path, parameters })
}
const product = members({ name: text, price: integer }, [])

/** A shop whose collection is in English. */
const shop: ModelTool[] = [
  request('List products', 'GET /products'),
  request('Get product', 'GET /products/{productId}', members({ productId: integer })),
  request('Create product', 'POST /products', members({ body: members({ name: text }) })),
  request('Update product', 'PUT /products/{productId}', members({ productId: integer, body: product })),
  request('Delete product', 'DELETE /products/{productId}', members({ productId: integer })),
  request('List orders', 'GET /orders'),
  request('Get order', 'GET /orders/{orderId}', members({ orderId: integer })),
  request('Cancel order', 'POST /orders/{orderId}/cancel', members({ orderId: integer })),
  request('List customers', 'GET /customers'),
  request('Pay invoice', 'POST /invoices/{invoiceId}/pay', members({ invoiceId: integer })),
  request('Approve refund', 'POST /refunds/{refundId}/approve', members({ refundId: integer })),
]

async function called(sentence: string): Promise<string> {
  const { call, text: said } = await step([{ role: 'user', text: sentence }], { tools: shop })
  const number = JSON.stringify(call?.input ?? {}).match(/\d+/)?.[0]
  return call ? [call.name, number].filter(Boolean).join(' ') : said
}

const languages: Record<string, [sentence: string, call: string][]> = {
  Spanish: [
    ['enséñame los productos', 'list_products'],
    ['quisiera borrar el producto 3, por favor', 'delete_product 3'],
    ['oye, dame de baja el producto 7', 'delete_product 7'],
    ['me cancelas la orden 10?', 'cancel_order 10'],
    ['cuántos clientes tenemos', 'list_customers'],
    ['paga la factura 8', 'pay_invoice 8'],
    ['aprueba el reembolso 6', 'approve_refund 6'],
  ],
  Portuguese: [
    ['queria ver todos os produtos', 'list_products'],
    ['dá pra excluir o produto 7?', 'delete_product 7'],
    ['cancela meu pedido 10 por favor', 'cancel_order 10'],
    ['quem são os clientes', 'list_customers'],
    ['pague a fatura 8', 'pay_invoice 8'],
    ['aprova o reembolso 6', 'approve_refund 6'],
  ],
  French: [
    ['je voudrais voir tous les produits', 'list_products'],
    ['est-ce que tu peux supprimer le produit 7 ?', 'delete_product 7'],
    ['il faudrait annuler la commande 31', 'cancel_order 31'],
    ['combien de clients avons-nous', 'list_customers'],
    ['règle la facture 8', 'pay_invoice 8'],
    ['approuvez le remboursement 6', 'approve_refund 6'],
  ],
  Indonesian: [
    ['tampilkan produk dong', 'list_products'],
    ['bisa menghapus produk 3?', 'delete_product 3'],
    ['batalin pesanan 31', 'cancel_order 31'],
    ['siapa saja pelanggan kita', 'list_customers'],
    ['bayar tagihan 8', 'pay_invoice 8'],
    ['setujui pengembalian 6', 'approve_refund 6'],
  ],
  Turkish: [
    ['ürünleri gösterir misin', 'list_products'],
    ['3 numaralı ürünü silmek istiyorum', 'delete_product 3'],
    ['10 numaralı siparişimi iptal eder misin', 'cancel_order 10'],
    ['kaç müşterimiz var', 'list_customers'],
    ['8 numaralı faturayı öde', 'pay_invoice 8'],
  ],
  Russian: [
    ['хочу посмотреть товары', 'list_products'],
    ['можешь удалить товар 7?', 'delete_product 7'],
    ['отмените мой заказ 10', 'cancel_order 10'],
    ['сколько у нас клиентов', 'list_customers'],
    ['оплати счёт 8', 'pay_invoice 8'],
    ['одобри возврат 6', 'approve_refund 6'],
  ],
  Chinese: [
    ['有哪些商品', 'list_products'],
    ['我想删除3号商品', 'delete_product 3'],
    ['麻烦取消10号订单', 'cancel_order 10'],
    ['有多少客户', 'list_customers'],
  ],
  Polish: [
    ['chciałbym zobaczyć produkty', 'list_products'],
    ['czy możesz usunąć produkt 7?', 'delete_product 7'],
    ['odwołaj moje zamówienie 10', 'cancel_order 10'],
    ['ilu mamy klientów', 'list_customers'],
    ['zapłać fakturę 8', 'pay_invoice 8'],
    ['zatwierdź zwrot 6', 'approve_refund 6'],
  ],
  Vietnamese: [
    ['liệt kê sản phẩm', 'list_products'],
    ['vui lòng xoá sản phẩm số 3', 'delete_product 3'],
    ['huỷ đơn hàng 10', 'cancel_order 10'],
    ['có bao nhiêu khách hàng', 'list_customers'],
  ],
}

describe.each(Object.entries(languages))('requests in %s, with English tools', (_name, requests) => {
  it.each(requests)('%s', async (sentence, call) => expect(await called(sentence)).toBe(call))
})

describe('words of other languages that only look like a change', () => {
  it.each([
    ['el pedido 5 está cancelado?'],
    ['muestra los pedidos cancelados'],
    ['montre les commandes annulées'],
    ['quero tirar férias'],
    ['muéstrame la reserva'],
    ['lihat pesanan baru'],
    ['nie usuwaj produktu 3'],
    ['не удаляй товар 3'],
  ])('change nothing: %s', async (sentence) =>
    expect(await called(sentence)).not.toMatch(/^(delete|cancel|create|update|pay|approve)_/),
  )
})

describe('the days of other languages', () => {
  const tools = [
    request(
      'Create booking',
      'POST /bookings',
      members({ body: members({ room: integer, date: { type: 'string', format: 'date' } }) }),
    ),
  ]
  const clock = { now: () => Date.parse('2027-03-03T10:00:00Z'), schedule: () => () => {} }
  it.each([
    ['réserve la chambre 5 pour demain', '2027-03-04'],
    ['reserva la habitación 5 para el 7 de mayo', '2027-05-07'],
    ['reserve o quarto 5 para sexta-feira', '2027-03-05'],
    ['zarezerwuj pokój 5 na środę', '2027-03-10'],
    ['забронируй номер 5 на 7 июня', '2027-06-07'],
    ['pesan kamar 5 untuk besok', '2027-03-04'],
  ])('%s', async (sentence, date) => {
    const { call } = await step([{ role: 'user', text: sentence }], { tools, router: { clock } })
    expect(JSON.stringify(call?.input)).toContain(date)
  })
})
