import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server without encryption that keeps what it receives. */
export class MailServer {
  readonly mails: string[] = []
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket: Socket) => this.#talk(socket))
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer(createServer())
    await new Promise<void>((listening) => server.#server.listen(0, '127.0.0.1', listening))
    return server
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The mail server does not listen.')
    return address.port
  }

  async stop(): Promise<void> {
    await new Promise((closed) => this.#server.close(closed))
  }

  /** Answers one line at a time; the lines of a mail are kept until the dot that ends it. */
  #talk(socket: Socket) {
    let mail: string[] | undefined
    const answer = (line: string): string | undefined => {
      if (mail && line !== '.') {
        mail.push(line)
        return undefined
      }
      if (mail) {
        this.mails.push(mail.join('\n'))
        mail = undefined
      } else if (line === 'DATA') {
        mail = []
        return '354 go on'
      }
      return '250 ok'
    }
    socket.on('error', () => socket.destroy())
    socket.write('220 test\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      const said = answer(line)
      if (said) socket.write(`${said}\r\n`)
    })
  }
}
