import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import { isNetwork, type Permitted } from './constraints.ts'
import type { Life } from './due.ts'
import { isHost, type Names } from './names.ts'

/** Makes X.509 certificates (RFC 5280) with NIST P-256 keys, which every phone supports. */

/** A key, and its certificate chain up to the root, in PEM form. */
export interface Pair {
  readonly key: string
  readonly certificate: string
}

const COMMON_NAME = '2.5.4.3'
/** The limit of a common name (RFC 5280, ub-common-name). */
const COMMON_NAME_LETTERS = 64
/** ecdsa-with-SHA256 (RFC 5758 §3.2). */
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'

/**
 * Makes an issuer with its key, and the root above it, which people trust. The key of the root signs the
 * issuer and is discarded. Android and Java check name constraints only below the root (RFC 5280 §6.1 starts
 * there), so the issuer has them too, in case its key is stolen.
 * @param label the name of the machine, which phones show in their lists of authorities
 */
export function makeAuthority(label: string, permitted: Permitted, life: Life): Pair {
  const [top, below] = [newKey(), newKey()]
  const root = { key: top.privateKey, name: commonName(`Granary authority of ${label}`), spki: top.spki }
  const extensions = (pathLenConstraint: number) => [
    extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: true, pathLenConstraint })),
    extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign)),
    extension(id_ce_nameConstraints, true, constraintsOf(permitted)),
  ]
  const trusted = signed({
    spki: top.spki,
    subject: root.name,
    issuer: root,
    life,
    extensions: extensions(1),
  })
  const subject = commonName(`Granary issuer of ${label}`)
  const issuer = signed({ spki: below.spki, subject, issuer: root, life, extensions: extensions(0) })
  return { key: pemOf(below.privateKey), certificate: issuer + trusted }
}

/** Makes the certificate of a server. @param issuer a matching key and certificate */
export function makeServerPair(
  issuer: { readonly key: KeyObject; readonly certificate: Buffer },
  names: Names,
  life: Life,
): Pair {
  const { privateKey, spki } = newKey()
  const { subject, subjectPublicKeyInfo } = AsnConvert.parse(issuer.certificate, Certificate).tbsCertificate
  const certificate = signed({
    spki,
    subject: commonName('Granary'),
    issuer: { key: issuer.key, name: subject, spki: subjectPublicKeyInfo },
    life,
    extensions: [
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: false })),
      extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.digitalSignature)),
      extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, false, new SubjectAlternativeName(names.map(generalName))),
    ],
  })
  return { key: pemOf(privateKey), certificate }
}

/**
 * The names that a certificate permits for the certificates below it; null when it does not restrict them.
 */
export function permittedBy(certificate: Buffer): Permitted | null {
  const { extensions } = AsnConvert.parse(certificate, Certificate).tbsCertificate
  const found = extensions?.find(({ extnID }) => extnID === id_ce_nameConstraints)
  if (found === undefined) return null
  const { permittedSubtrees = [] } = AsnConvert.parse(found.extnValue, NameConstraints)
  return [...permittedSubtrees]
    .map(({ base }) => base.dNSName ?? base.iPAddress)
    .filter((name) => name !== undefined)
}

interface Unsigned {
  readonly spki: SubjectPublicKeyInfo
  readonly subject: Name
  readonly issuer: { readonly key: KeyObject; readonly name: Name; readonly spki: SubjectPublicKeyInfo }
  readonly life: Life
  readonly extensions: readonly Extension[]
}

/** @returns PEM */
function signed({ spki, subject, issuer, life, extensions }: Unsigned): string {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_SHA256 })
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: issuer.name,
    validity: new Validity({ notBefore: new Date(life.notBeforeMs), notAfter: new Date(life.notAfterMs) }),
    subject,
    subjectPublicKeyInfo: spki,
    extensions: new Extensions([
      ...extensions,
      extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifierOf(spki))),
      extension(
        id_ce_authorityKeyIdentifier,
        false,
        new AuthorityKeyIdentifier({ keyIdentifier: new OctetString(identifierOf(issuer.spki)) }),
      ),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(body)), issuer.key)
  const whole = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: algorithm,
    signatureValue: bytesOf(signature),
  })
  return pem(Buffer.from(AsnConvert.serialize(whole)))
}

const extension = (extnID: string, critical: boolean, value: object): Extension =>
  new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })

const constraintsOf = (permitted: Permitted): NameConstraints =>
  new NameConstraints({
    permittedSubtrees: new GeneralSubtrees(
      permitted.map((one) => new GeneralSubtree({ base: generalName(one) })),
    ),
  })

const generalName = (name: string): GeneralName =>
  new GeneralName(isHost(name) && !isNetwork(name) ? { dNSName: name } : { iPAddress: name })

const commonName = (text: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: COMMON_NAME,
        value: new AttributeValue({ utf8String: text.slice(0, COMMON_NAME_LETTERS) }),
      }),
    ]),
  ])

/** 128 random bits after a byte with the value 1, so that the number is positive and its length fixed. */
const serialNumber = (): ArrayBuffer => bytesOf(Buffer.concat([Buffer.from([1]), randomBytes(16)]))

function newKey(): { readonly privateKey: KeyObject; readonly spki: SubjectPublicKeyInfo } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return { privateKey, spki: AsnConvert.parse(der, SubjectPublicKeyInfo) }
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** RFC 7093 §2, method 1: the first 160 bits of SHA-256 over the key. */
const identifierOf = ({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer =>
  bytesOf(createHash('sha256').update(Buffer.from(subjectPublicKey)).digest().subarray(0, 20))

const bytesOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
