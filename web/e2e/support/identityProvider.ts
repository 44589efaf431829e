import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export const clientSecret = 'a-secret-of-the-client'

export interface IdentityProviderProgram {
  issuer: string
  stop: () => void
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Starts a real provider that sends browsers back to the application at `url`. */
export async function startIdentityProvider(url: string): Promise<IdentityProviderProgram> {
  const port = await freePort()
  const program = fileURLToPath(new URL('identityProviderProgram.mjs', import.meta.url))
  const args = [program, String(port), `${url}/kbj/api/users/openid/callback`, `${url}/`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const stop = () => void child.kill('SIGKILL')
  process.once('exit', stop)
  const [line] = await once(child.stdout, 'data')
  if (!String(line).startsWith('listening')) throw new Error(String(line))
  return {
    issuer: `http://127.0.0.1:${port}`,
    stop: () => {
      process.removeListener('exit', stop)
      stop()
    },
  }
}
