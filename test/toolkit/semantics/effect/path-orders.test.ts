import { describe, expect, it } from 'vitest'
import { ordersInPath } from '../../../../src/toolkit/semantics/effect/path-orders.js'

describe('a path orders something', () => {
  const orders: [name: string, path: string][] = [
    ['Show user', 'users/:id/delete'],
    ['Show user', 'users/:id/delete/'],
    ['Show user', 'v1/delete/5'],
    ['Show user', 'USERS/5/DELETE'],
    ['Show user', 'deleteUser'],
    ['Get user', 'DeleteUser'],
    ['Get user', 'delete_user'],
    ['Get user', 'users/%64elete'],
    ['Get item', 'api/remove-item'],
    ['Show user', 'users/{id}/remove.php'],
    ['Show user', 'userDelete'],
    ['Show message', 'chat.delete'],
    ['Show pet', 'pets:purge'],
    ['Show pet', 'pets/{{id}}:purge'],
    ['Show order', 'orders/5/cancel'],
    ['List orders', 'orders/cancel'],
    ['Show order', 'orders/:id/refund'],
    ['Show order', 'orders/{{id}}/pay'],
    ['Get messages', 'sendMessage'],
    ['Show session', 'logout'],
    ['Delete status', 'users/:id/update-status-of-all'],
  ]
  it.each(orders)('%s: %s', (name, path) => {
    expect(ordersInPath(path.split('/'), name)).not.toEqual([])
  })
})

describe('a path names things', () => {
  const things: [name: string, path: string][] = [
    ['List items', 'deleted-items'],
    ['List orders', 'cancellations'],
    ['Search requests', 'search/delete-requests'],
    ['Get delete status', 'users/:id/delete-status'],
    ['Show order', 'orders/:id/cancelled'],
    ['Get refund', 'orders/:id/refund'],
    ['Get the pay of an employee', 'employees/:id/pay'],
    ['Get updates', 'update'],
    ['Updates', 'last-update'],
    ['Item and profile changes', 'v0/updates.json'],
    ['Get settings', 'users/:id/settings'],
    ['Get stores', 'merchants/:id/stores'],
    ['Query trades', 'block/order/execute'],
    ['Get pet', 'pets/:deleteAfter'],
    ['Get pet', '{{delete}}/pets'],
  ]
  it.each(things)('%s: %s', (name, path) => {
    expect(ordersInPath(path.split('/'), name)).toEqual([])
  })
})
