import { type IncomingHttpHeaders, request } from 'node:http'

/** Requests over connections of their own, from any address of this machine and with any Host: `fetch` sends neither. */

export interface Sent {
  readonly path: string
  /** Such as 127.0.0.2. */
  readonly from?: string
  readonly host?: string
  readonly headers?: Record<string, string>
  /** A form, as the page itself would send it. */
  readonly form?: Record<string, string>
}

export interface Answered {
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

export const ask = (url: string, { path, from, host, headers = {}, form }: Sent): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const own = new URL(url)
    const body = form === undefined ? undefined : new URLSearchParams(form).toString()
    const sent = request(
      {
        host: '127.0.0.1',
        port: own.port,
        path,
        agent: false,
        ...(from === undefined ? {} : { localAddress: from }),
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: host ?? own.host,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (more: string) => {
          text += more
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
