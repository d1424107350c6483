import type { FastifyRequest } from 'fastify'

export function cookieNamed(request: FastifyRequest, called: string): string | undefined {
  const name = `${called}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length)
}
