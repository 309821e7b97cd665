import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.js'
import { freePort } from './redis-server.js'

/** How to install what these tests need. */
export const INSTALL_NGINX = 'apt-get install nginx'

/** A balancer in front of some servers. */
export interface Nginx {
  port: number
  close(): Promise<void>
}

/** Starts nginx with the settings of docs/deploy.md: one server after the other, nothing sticky. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'voice-nginx-'))
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configOf({ port, folder, ports }))
  const child = spawn('nginx', ['-p', folder, '-c', config, '-g', 'daemon off;'], { stdio: 'ignore' })
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    return answers(port)
  }, 'nginx to listen')
  return {
    port,
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true })
    },
  }
}

function configOf({
  port,
  folder,
  ports,
}: {
  port: number
  folder: string
  ports: readonly number[]
}): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  upstream voice {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://voice;
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
      proxy_set_header Host $host;
      proxy_read_timeout 1h;
      proxy_buffering off;
    }
  }
}
`
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
