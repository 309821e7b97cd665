import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../src/server/model/language-model.js'
import type { JsonSchema } from '../../src/toolkit/model/json.js'
import { members, tool } from '../server/providers/router/shop-tools.js'
import { step, talk } from '../server/providers/router/talk.js'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const request = (title: string, line: string, parameters = members({})) => {
  const [method = '', path = ''] = line.split(' ')
  return tool(title, { method, path, parameters })
}
const body = (properties: Record<string, JsonSchema>, required: string[] = []) =>
  members({ body: members(properties, required) })

/** Collections of developers who title their requests in their own language, with paths and fields in it or in English. */
const collections: Record<string, ModelTool[]> = {
  Portuguese: [
    request('listarTodos', 'GET /oficina/carros/listarTodos'),
    request('buscarPorId', 'GET /oficina/carros/buscarPorId', members({ id: integer })),
    request('inserir', 'POST /oficina/carros/inserir', body({ nome: text, cor: text, dataCompra: text })),
    request(
      'atualizar',
      'PUT /oficina/carros/atualizar',
      body({ id: integer, nome: text, anoFabricacao: integer }),
    ),
    request('excluir', 'DELETE /oficina/carros/excluir', members({ id: integer })),
  ],
  Italian: [
    request('GetAll Stanze', 'GET /room/getAll'),
    request('Stanza', 'GET /room/get/{roomId}', members({ roomId: integer })),
    request('Aggiungi Stanza', 'POST /room/add', body({ name: text, beds: integer })),
    request('Modifica Room', 'PUT /room/edit', body({ idRoom: integer, name: text })),
    request('Cancella Stanza', 'DELETE /room/delete/{roomId}', members({ roomId: integer })),
  ],
  Turkish: [
    request('Araclari Getir', 'GET /araclar'),
    request('Arac Getir', 'GET /arac', members({ id: integer })),
    request('Arac Ekle', 'POST /arac', body({ ad: text, yil: integer })),
    request('Arac Duzenle', 'PUT /arac', body({ id: integer, ad: text })),
    request('Arac Sil', 'DELETE /arac', members({ id: integer })),
  ],
  Russian: [
    request('Счета — список', 'GET /api/invoices'),
    request('Счёт — по id', 'GET /api/invoices/{invoiceId}', members({ invoiceId: integer })),
    request('Создать счёт', 'POST /api/invoices', body({ name: text, price: integer, customerId: integer })),
    request(
      'Обновить счёт',
      'PUT /api/invoices/{invoiceId}',
      members({ invoiceId: integer, body: members({ price: integer }) }),
    ),
    request(
      'Карточки счёта (варианты)',
      'GET /api/invoices/{invoiceId}/cards',
      members({ invoiceId: integer }),
    ),
  ],
  Dutch: [
    request('List rooms', 'GET /rooms'),
    request('Get room', 'GET /rooms/{roomId}', members({ roomId: integer })),
    request('Create room', 'POST /rooms', body({ name: text })),
    request('Delete room', 'DELETE /rooms/{roomId}', members({ roomId: integer })),
  ],
  Spanish: [
    request('/locales', 'GET /locales'),
    request(
      '/locales',
      'POST /locales',
      body({ titulo: text, descripcion: text, capacidad: integer, estado: text, precio: integer }, [
        'titulo',
        'estado',
        'precio',
      ]),
    ),
    request(
      '/locales/{id}',
      'PUT /locales/{id}',
      members({ id: text, body: members({ descripcion: text, capacidad: integer }, []) }),
    ),
  ],
}

const cases: [language: string, sentence: string, call: string][] = [
  ['Portuguese', 'Quais são os carros da oficina?', 'listartodos {}'],
  [
    'Portuguese',
    'Cadastra um carro chamado Fusca, data de compra 3 de maio de 1998',
    'inserir {"body":{"nome":"Fusca","dataCompra":"1998-05-03"}}',
  ],
  [
    'Portuguese',
    'Altera o ano de fabricação do carro 4 para 1971',
    'atualizar {"body":{"id":4,"anoFabricacao":1971}}',
  ],
  ['Portuguese', 'Apaga o carro 5', 'excluir {"id":5}'],
  ['Italian', 'Fammi vedere tutte le stanze', 'getall_stanze {}'],
  ['Italian', 'Aggiungi una stanza di nome Aurora', 'aggiungi_stanza {"body":{"name":"Aurora"}}'],
  [
    'Italian',
    'Cambia il nome della stanza 15 in Aurora',
    'modifica_room {"body":{"idRoom":15,"name":"Aurora"}}',
  ],
  ['Italian', 'Cancella la stanza ventotto', 'cancella_stanza {"roomId":28}'],
  ['Turkish', 'Bütün araçları listele', 'araclari_getir {}'],
  ['Turkish', '3 numaralı aracı göster', 'arac_getir {"id":3}'],
  [
    'Turkish',
    '2 numaralı aracın adını Şimşek olarak değiştir',
    'arac_duzenle {"body":{"id":2,"ad":"Şimşek"}}',
  ],
  ['Russian', 'Измени цену счёта 5 на 990', '_ {"invoiceId":5,"body":{"price":990}}'],
  [
    'Russian',
    'Создай счёт с названием Аренда и ценой 1450 рублей, клиент 1',
    '_ {"body":{"name":"Аренда","price":1450,"customerId":1}}',
  ],
  ['Dutch', 'Toon alle kamers', 'list_rooms {}'],
  ['Dutch', 'Verwijder kamer eenentwintig', 'delete_room {"roomId":21}'],
  ['Dutch', 'Voeg een kamer toe met de naam Aurora', 'create_room {"body":{"name":"Aurora"}}'],
  [
    'Spanish',
    'Cambia la descripción del local L7 a ático con terraza',
    '_locales_id_ {"id":"L7","body":{"descripcion":"ático con terraza"}}',
  ],
]

describe('a collection in another language', () => {
  it.each(cases)('%s: %s', async (language, sentence, call) => {
    const tools = collections[language]!
    const { call: made, text: said } = await step([{ role: 'user', text: sentence }], { tools })
    expect(made ? `${made.name} ${JSON.stringify(made.input)}` : said).toBe(call)
  })

  it('asks for what is missing of a new record, and not whether another one is to be changed', async () => {
    const sentence = 'Crea un local con capacidad 4 y descripción piso luminoso'
    const { text: said } = await step([{ role: 'user', text: sentence }], { tools: collections.Spanish! })
    expect(said).toBe('What should the titulo be?')
  })

  it('cancels nothing for a request that nothing fits', async () => {
    const { call } = await step([{ role: 'user', text: 'Ordinami una pizza' }], {
      tools: collections.Italian!,
    })
    expect(call).toBeUndefined()
  })
})

describe('places in a list, in another language', () => {
  const rooms = [7, 8, 9].map((idRoom) => ({ idRoom, name: `Aurora ${idRoom}` }))
  const answer = (name: string) => ({ status: 200, content: name === 'getall_stanze' ? rooms : rooms[1]! })

  it.each([
    ['E la seconda?', 'stanza {"roomId":8}'],
    ['Mostrami la seconda stanza', 'stanza {"roomId":8}'],
    ['Cancella la terza', 'cancella_stanza {"roomId":9}'],
  ])('%s', async (sentence, call) => {
    const lines = await talk(['Fammi vedere tutte le stanze', sentence], {
      tools: collections.Italian!,
      answer,
    })
    expect(lines).toContain(call)
  })
})

describe('a change that was not asked for', () => {
  const answer = () => ({ status: 200, content: { ok: true } })

  it('does not repeat the last deletion for a few words about something else', async () => {
    const lines = await talk(['Cancella la stanza 7', 'Canta una canzone'], {
      tools: collections.Italian!,
      answer,
    })
    expect(lines.filter((line) => line.startsWith('cancella_stanza'))).toEqual([
      'cancella_stanza {"roomId":7}',
    ])
  })

  it('changes nothing if something is to be removed and no tool removes it', async () => {
    const [, , add, edit] = collections.Italian!
    const { call, text: said } = await step([{ role: 'user', text: 'Cancella la stanza 7' }], {
      tools: [add!, edit!],
    })
    expect(call).toBeUndefined()
    expect(said).toMatch(/^Sorry, I have nothing/)
  })

  it('takes no phone number for an id', async () => {
    const tools = [
      request('Create room', 'POST /rooms', body({ name: text, phone: text, beds: integer, note: text })),
      request(
        'Update room',
        'PUT /rooms/{roomId}',
        members({ roomId: integer, body: members({ name: text, phone: text, beds: integer }, []) }),
      ),
    ]
    const sentence = 'Create a room named Aurora, phone 0791112233, with 3 beds'
    const { explain } = await step([{ role: 'user', text: sentence }], { tools })
    expect(explain.chosen).toBe('create_room')
  })
})

describe('sentences that are no requests, in another language', () => {
  it.each([
    ['gracias', "You're welcome."],
    ['muchas gracias', "You're welcome."],
    ['grazie mille', "You're welcome."],
    ['teşekkür ederim', "You're welcome."],
    ['спасибо', "You're welcome."],
    ['bedankt', "You're welcome."],
  ])('%s', async (sentence, said) => {
    const { text: answer } = await step([{ role: 'user', text: sentence }], { tools: collections.Dutch! })
    expect(answer).toBe(said)
  })
})
