import { describe, expect, it } from 'vitest'
import { findLanguage } from '../../src/languages/languages.js'
import { titledIn } from '../../src/languages/titled-in.js'

const english = findLanguage('en').search

describe('the language of the titles of a collection', () => {
  it.each([
    ['tr', ['Kategori Sil', 'Kategori Düzenle', 'Kategori Ekle', 'Kategorileri Getir']],
    ['pt', ['listarTodos', 'buscarPorId', 'inserir', 'atualizar', 'delete']],
    ['fr', ['Joueurs', 'Ajouter un joueur', 'Modifier un joueur', 'Supprimer un joueur', 'login']],
    ['ru', ['Список заказов', 'Создать заказ', 'Отменить заказ', 'Health']],
    ['es', ['Listar todos los clientes', 'Agregar cliente', 'Eliminar cliente']],
    [undefined, ['List products', 'Create product', 'Get product by id', 'Delete product']],
    [undefined, ['/products', '/products/{id}', 'Login', 'Health']],
    [undefined, ['Lista', 'Create', 'Users', 'Login', 'Orders', 'Health']],
  ])('%s: %j', (code, titles) => {
    expect(titledIn(titles, english).code).toBe(code)
  })

  it('knows the verbs of the titles, but not the small words that are also verbs', () => {
    const { actions, stopWords } = titledIn(
      ['Listar libros', 'Alta de libro', 'Borrar libro'],
      english,
    ).search
    expect(actions.delete).toContain('borrar')
    expect(actions.get).not.toContain('de')
    expect(stopWords.has('de')).toBe(true)
  })
})
