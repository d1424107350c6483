import { type Static, Type } from '@sinclair/typebox'
import { CHECKSUM_ALGORITHMS, TUS_EXTENSIONS, TUS_VERSION, UPLOAD_TYPE } from '../evidence/tus.ts'
import { problems } from './contract.ts'

/** What the contract says of uploads. They are checked by hand (`src/evidence/tus.ts`). */

const Id = Type.Object({ id: Type.String({ description: 'As the Location of the upload gave it.' }) })
export type UploadParams = Static<typeof Id>

const SaysTus = { 'tus-resumable': Type.Literal(TUS_VERSION, { description: 'The version of tus.' }) }
const TusHeaders = Type.Object(SaysTus)
const checksum = {
  'upload-checksum': Type.Optional(
    Type.String({
      description: `One of ${CHECKSUM_ALGORITHMS.join(', ')}, and the digest of these bytes in base64.`,
    }),
  ),
}

const header = (description: string) => ({ type: 'string', description })
const OFFSET = { 'upload-offset': header('How many bytes are here.') }
const EXPIRES = { 'upload-expires': header('When an upload that is not finished is dropped.') }
const STORED = {
  'granary-sha256': header(
    'SHA-256 of the bytes as kept; present when, and only when, the upload is finished.',
  ),
}

/** An answer without a body. */
const bare = (description: string, headers: object) => ({
  description,
  type: 'null',
  headers: { 'tus-resumable': header('Always 1.0.0.'), ...headers },
})

const tags = ['evidence']

export const describeUploads = {
  operationId: 'describeUploads',
  tags,
  summary: 'What this service understands of tus.',
  response: {
    204: bare('The extensions and limits.', {
      'tus-version': header(TUS_VERSION),
      'tus-extension': header(TUS_EXTENSIONS.join(',')),
      'tus-max-size': header('Largest picture, in bytes.'),
      'tus-checksum-algorithm': header(CHECKSUM_ALGORITHMS.join(',')),
    }),
    ...problems(401, 403, 503),
  },
}

export const beginUpload = {
  operationId: 'beginUpload',
  tags,
  summary: 'Begin an upload of a JPEG, PNG or WebP, with or without its first bytes.',
  description: `The first bytes, or all of them, may come along as ${UPLOAD_TYPE}.`,
  headers: Type.Object({
    ...SaysTus,
    ...checksum,
    'upload-length': Type.Integer({ minimum: 1, description: 'How many bytes there will be.' }),
    'upload-metadata': Type.String({
      description:
        '`sha256` and the hash of the bytes as captured, which a record cites, in base64. All else is passed over.',
    }),
  }),
  response: {
    201: bare('Begun.', { location: header('Where the bytes go.'), ...OFFSET, ...EXPIRES, ...STORED }),
    ...problems(400, 401, 403, 409, 412, 413, 415, 422, 429, 460, 503, 507),
  },
}

export const getUpload = {
  operationId: 'getUpload',
  tags,
  summary: 'Where an upload stands. A request that is still sending to it is cut off.',
  params: Id,
  headers: TusHeaders,
  response: {
    200: bare('How it stands.', {
      ...OFFSET,
      'upload-length': header('How many bytes there will be.'),
      'upload-metadata': header('The hash that was declared.'),
      ...EXPIRES,
      ...STORED,
    }),
    ...problems(401, 403, 404, 409, 412, 422, 423, 503),
  },
}

export const sendUpload = {
  operationId: 'sendUpload',
  tags,
  summary: 'Send bytes. With the last one the picture is verified, cleaned and kept.',
  params: Id,
  headers: Type.Object({
    ...SaysTus,
    ...checksum,
    'upload-offset': Type.Integer({
      minimum: 0,
      description: 'Where these bytes begin, which is where the upload stands.',
    }),
  }),
  consumes: [UPLOAD_TYPE],
  body: Type.Unsafe({ type: 'string', format: 'binary', description: 'Bytes of the picture.' }),
  response: {
    204: bare('Taken.', { ...OFFSET, ...EXPIRES, ...STORED }),
    ...problems(400, 401, 403, 404, 409, 412, 413, 415, 422, 423, 460, 503, 507),
  },
}

export const endUpload = {
  operationId: 'endUpload',
  tags,
  summary: 'Drop an upload that is not finished.',
  params: Id,
  headers: TusHeaders,
  response: { 204: bare('Dropped.', {}), ...problems(401, 403, 404, 409, 412, 423, 503) },
}
