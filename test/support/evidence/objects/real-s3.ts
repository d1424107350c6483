import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Client } from 'minio'
import type { S3Place } from '../../../../src/evidence/objects/s3-calls.ts'

/**
 * A real S3 server, named by GRANARY_TEST_S3 as http://ACCESS:SECRET@HOST:PORT/REGION, the keys percent-encoded. Buckets
 * are made on it and taken away again.
 */
const named = process.env.GRANARY_TEST_S3 ?? ''
const url = named === '' ? null : new URL(named)

export const noRealS3 = url === null
export const whyNot = noRealS3
  ? ' (skipped: GRANARY_TEST_S3 names no server, such as http://ACCESS:SECRET@127.0.0.1:9000/us-east-1)'
  : ''

export interface RealBucket {
  readonly place: S3Place
  /** With the right keys, by no means of the store. */
  readonly client: Client
  /**
   * Where strangers are answered, before the name of the bucket: '' for an S3 service, and a path of its own for OpenStack
   * Swift, whose S3 part never answers them.
   */
  readonly publicPath: string
  put(name: string, bytes: Buffer): Promise<void>
  /** Names of objects, and of uploads that were not finished. */
  names(): Promise<string[]>
  /** Lets everybody read, by an access list or a policy. @returns false when this server knows neither */
  makePublic(): Promise<boolean>
  clear(): Promise<void>
  /** Takes the bucket away, too. */
  remove(): Promise<void>
}

export async function makeBucket(prefix = ''): Promise<RealBucket> {
  if (url === null) throw new Error('GRANARY_TEST_S3 names no server')
  const place: S3Place = {
    endpoint: url.origin,
    region: url.pathname.slice(1) || 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
    bucket: `granary-test-${randomBytes(6).toString('hex')}`,
    prefix,
  }
  const { bucket } = place
  const client = new Client({
    endPoint: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    useSSL: url.protocol === 'https:',
    region: place.region,
    accessKey: place.accessKey,
    secretKey: place.secretKey,
  })
  await client.makeBucket(bucket, place.region)
  const objects = async (): Promise<string[]> => {
    const found: { name?: string }[] = await client.listObjectsV2(bucket, '', true).toArray()
    return found.map(({ name }) => name as string)
  }
  // Not by the library's own list of them, which asks in a way that some servers answer wrongly.
  const unfinished = async (): Promise<{ name: string; id: string }[]> => {
    const answer = await client.makeRequestAsync({ method: 'GET', bucketName: bucket, query: 'uploads' })
    const uploads = (await text(answer)).matchAll(/<Key>(.*?)<\/Key>\s*<UploadId>(.*?)<\/UploadId>/gs)
    return [...uploads].map(([, name, id]) => ({ name: name as string, id: id as string }))
  }
  const real: RealBucket = {
    place,
    client,
    publicPath: (await isSwift(url)) ? `/v1/AUTH_${place.accessKey.split(':')[0]}` : '',
    put: async (name, bytes) => void (await client.putObject(bucket, name, bytes)),
    names: async () => [
      ...(await objects()),
      ...(await unfinished()).map(({ name }) => `${name} (unfinished)`),
    ],
    makePublic: async () => {
      const statement = {
        Effect: 'Allow',
        Principal: '*',
        Action: ['s3:GetObject'],
        Resource: [`arn:aws:s3:::${bucket}/*`],
      }
      const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
      const headers = { 'x-amz-acl': 'public-read' }
      const ways = [
        () => client.setBucketPolicy(bucket, policy),
        () => client.makeRequestAsyncOmit({ method: 'PUT', bucketName: bucket, query: 'acl', headers }),
      ]
      for (const way of ways) {
        const isDone = await way().then(
          () => true,
          () => false,
        )
        if (isDone) return true
      }
      return false
    },
    clear: async () => {
      for (const { name, id } of await unfinished()) await client.abortMultipartUpload(bucket, name, id)
      await client.removeObjects(bucket, await objects())
    },
    remove: async () => {
      await real.clear()
      await client.removeBucket(bucket)
    },
  }
  return real
}

const isSwift = async (server: URL): Promise<boolean> => {
  const answer = await fetch(new URL('/info', server.origin))
  return answer.ok && (await answer.text()).includes('"swift"')
}
