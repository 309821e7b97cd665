import { describe, expect, it } from 'vitest'
import { type PathRole, roleOf } from '../../../src/toolkit/semantics/path-roles.js'

describe('a variable in a path', () => {
  const cases: [path: string, name: string, value: string, want: PathRole, share?: number][] = [
    ['/v1/resource/{{resource_id}}', 'resource_id', '123', 'record'],
    ['/users/{{user}}', 'user', 'octocat', 'record'],
    ['/api/{{version}}/users', 'version', 'v1', 'fixed'],
    ['/api/{{lpversion}}/users', 'lpversion', '1.28', 'fixed'],
    ['/apps/7/versions/{{version}}', 'version', '3', 'record'],
    ['/{{basePath}}/users', 'basePath', 'api', 'fixed'],
    ['/{{prefix}}/users', 'prefix', 'api/v2', 'fixed'],
    ['/{{resource}}/list', 'resource', 'widgets', 'fixed'],
    ['/{{tenant_id}}/users', 'tenant_id', '42', 'fixed'],
    ['/tenants/{{tenant_id}}/users', 'tenant_id', '42', 'fixed'],
    ['/tenants/{{tenant_id}}', 'tenant_id', '42', 'record'],
    ['/workspaces/{{workspaceId}}/tasks', 'workspaceId', '42', 'fixed', 0.9],
    ['/workspaces/{{workspaceId}}/tasks', 'workspaceId', '42', 'record', 0.3],
    ['/workspaces/{{workspaceId}}', 'workspaceId', '42', 'record', 0.9],
    ['/users/{{userId}}/posts', 'userId', '1', 'record', 1],
    ['/{{lang}}/forecast', 'lang', 'de', 'choice'],
    ['/users/page/{{page}}', 'page', '2', 'choice'],
    ['/{{owner}}/{{repo}}/issues', 'owner', 'octocat', 'record'],
  ]
  it.each(cases)('%s with %s=%s is %s', (path, name, value, want, share = 0) => {
    const segments = path.split('/').slice(1)
    const index = segments.indexOf(`{{${name}}}`)
    const { role, why } = roleOf({ name, value, path: segments, index, share: () => share })
    expect(role).toBe(want)
    expect(why).not.toBe('')
  })
})
