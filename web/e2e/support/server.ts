import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const adminPassword = 'admin-password-1'
export const demoPassword = 'demo-password-1'

const startsWithinMs = 30_000

/** The program under test with a data folder of its own. */
export interface Server {
  url: string
  /** Stops the program and starts it again on the same data and port. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Runs another command of the program on the same data. */
  run: (command: string, ...args: string[]) => void
}

interface RunningServer extends Server {
  /** Stops it for good and removes its data. */
  dispose: () => Promise<void>
}

function program(): string {
  const path = process.env.AIRFOLIO_BIN
  if (!path) throw new Error('AIRFOLIO_BIN must name the program under test')
  return path
}

export async function startServer(): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), 'airfolio-e2e-'))
  const env = {
    ...process.env,
    AIRFOLIO_ADMIN_PASSWORD: adminPassword,
    // Lets a spec come from an address of its own, where what others did slows nobody down.
    AIRFOLIO_SERVER__TRUST_FORWARDED_FOR: 'true',
  }
  let child: ChildProcess | undefined
  const kill = () => child?.kill('SIGKILL')
  // A worker that dies must not leave a program behind.
  process.once('exit', kill)

  const launch = async (listen: string) => {
    const started = spawn(program(), ['serve', '--data', data, '--listen', listen], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child = started
    return addressOf(started)
  }
  const stop = async () => {
    if (child && child.exitCode === null && child.signalCode === null) await ended(child)
    child = undefined
  }

  const run = (command: string, ...args: string[]) => {
    execFileSync(program(), [command, '--data', data, ...args], { env, stdio: 'ignore' })
  }

  const url = await launch('127.0.0.1:0')
  run('demo', '--password', demoPassword)
  return {
    url,
    stop,
    run,
    start: async () => {
      await launch(`127.0.0.1:${new URL(url).port}`)
    },
    dispose: async () => {
      await stop()
      process.removeListener('exit', kill)
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Waits for the line that says where the program listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const give = (error: Error) => {
      child.kill('SIGKILL')
      reject(error)
    }
    const patience = setTimeout(() => give(new Error(`No address after: ${said}`)), startsWithinMs)
    child.once('error', give)
    child.once('exit', (code) => give(new Error(`Ended with ${code} after: ${said}`)))
    child.stdout?.on('data', (chunk) => {
      said += String(chunk)
      const address = /http:\/\/\S+/.exec(said)?.[0]
      if (!address) return
      clearTimeout(patience)
      child.removeAllListeners('exit')
      resolve(address)
    })
  })
}

// Killed, not asked: a browser's open connections would hold a graceful end up.
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
