import type { CommandSettings, HttpSettings, Means, PrintSettings } from './gateway-settings.ts'

/**
 * Settings files that ship, after the public documents that each names. `granary message files NAME` prints one, to be kept beside
 * the service's settings and filled in. `callbacks.from` names no address: until it does, nothing that a gateway says by itself is taken.
 */

const AFRICAS_TALKING: HttpSettings = {
  kind: 'http',
  documents: [
    'https://developers.africastalking.com/docs/sms/sending/bulk',
    'https://developers.africastalking.com/docs/sms/notifications',
  ],
  note: 'The user name of your application, and the API key in the secret file. Without a sender of your own, leave out "from".',
  secret_file: '/etc/granary/africas-talking.key',
  values: { username: 'YOUR_USER_NAME', from: 'YOUR_SENDER' },
  send: {
    method: 'POST',
    url: 'https://api.africastalking.com/version1/messaging',
    headers: { accept: 'application/json', apiKey: '{secret}' },
    form: { username: '{username}', from: '{from}', to: '{to}', message: '{text}' },
    reply: {
      id: ['SMSMessageData.Recipients.0.messageId'],
      // A request that fails as a whole is answered with 201, without recipients, and with the reason as its message.
      state: ['SMSMessageData.Recipients.0.statusCode', 'SMSMessageData.Message'],
      words: ['SMSMessageData.Recipients.0.status', 'SMSMessageData.Message'],
      states: {
        ...{ '100': 'sent', '101': 'sent', '102': 'sent' },
        ...{ '401': 'failed', '402': 'pauses', '403': 'failed', '404': 'failed', '405': 'pauses' },
        ...{
          '406': 'failed',
          '407': 'again',
          '409': 'failed',
          '500': 'again',
          '501': 'again',
          '502': 'failed',
        },
        ...{ InvalidSenderId: 'pauses', InsufficientBalance: 'pauses' },
      },
    },
  },
  callbacks: {
    from: [],
    state: {
      id: ['id'],
      state: ['status'],
      words: ['failureReason'],
      states: {
        ...{ Sent: 'sent', Submitted: 'sent', Buffered: 'sent' },
        ...{ Success: 'delivered', Rejected: 'failed', Failed: 'failed' },
      },
    },
    reply: { number: ['from'], text: ['text'] },
  },
}

const INFOBIP_GROUPS: Readonly<Record<string, Means>> = {
  ...{
    PENDING: 'sent',
    DELIVERED: 'delivered',
    UNDELIVERABLE: 'failed',
    EXPIRED: 'failed',
    REJECTED: 'failed',
  },
  ...{ REJECTED_NOT_ENOUGH_CREDITS: 'pauses', REJECTED_SENDER: 'pauses', REJECTED_SYSTEM_ERROR: 'again' },
}

const INFOBIP: HttpSettings = {
  kind: 'http',
  documents: [
    'https://www.infobip.com/docs/api/channels/sms/sms-messaging/outbound-sms/send-sms-message',
    'https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes',
    'https://www.infobip.com/docs/api/channels/sms/sms-messaging/logs-and-status-reports/receive-outbound-sms-message-report',
  ],
  note: 'The base address of your account, your sender, and the API key in the secret file.',
  secret_file: '/etc/granary/infobip.key',
  values: { from: 'YOUR_SENDER' },
  send: {
    method: 'POST',
    url: 'https://YOUR_BASE.api.infobip.com/sms/2/text/advanced',
    headers: { accept: 'application/json', authorization: 'App {secret}' },
    json: { messages: [{ from: '{from}', destinations: [{ to: '{digits}' }], text: '{text}' }] },
    reply: {
      id: ['messages.0.messageId'],
      state: ['messages.0.status.name', 'requestError.serviceException.messageId'],
      words: ['messages.0.status.description', 'requestError.serviceException.text'],
      states: {
        ...INFOBIP_GROUPS,
        ...{ PENDING_ACCEPTED: 'sent', PENDING_ENROUTE: 'sent', PENDING_WAITING_DELIVERY: 'sent' },
        ...{ REJECTED_NETWORK: 'failed', REJECTED_PREFIX_MISSING: 'failed', REJECTED_DESTINATION: 'failed' },
        ...{ REJECTED_DND: 'failed', REJECTED_INVALID_DESTINATION: 'failed', UNAUTHORIZED: 'pauses' },
      },
    },
  },
  ask: {
    url: 'https://YOUR_BASE.api.infobip.com/sms/1/logs?messageId={reference}',
    headers: { accept: 'application/json', authorization: 'App {secret}' },
    reply: {
      state: ['results.0.status.groupName'],
      words: ['results.0.error.description', 'results.0.status.description'],
      states: INFOBIP_GROUPS,
    },
  },
  callbacks: {
    from: [],
    each: 'results',
    state: {
      id: ['messageId'],
      state: ['status.groupName'],
      words: ['error.description', 'status.description'],
      states: INFOBIP_GROUPS,
    },
    reply: { number: ['from'], text: ['text'] },
  },
}

const KANNEL: HttpSettings = {
  kind: 'http',
  documents: ['https://www.kannel.org/download/kannel-userguide-snapshot/userguide.html#AEN4623'],
  note: 'A Kannel on a machine that you trust: its replies have no reference, so what became of a message stays unknown.',
  secret_file: '/etc/granary/kannel.key',
  values: { username: 'YOUR_USER', from: 'YOUR_SENDER' },
  send: {
    method: 'GET',
    url: 'http://127.0.0.1:13013/cgi-bin/sendsms?username={username}&password={secret}&from={from}&to={to}&charset=UTF-8&text={text}',
    reply: {
      // 202 with "0: Accepted for delivery" or "3: Queued for later delivery"; failures are sentences.
      pattern:
        '^(?:(?<state>\\d+): (?<words>.*)|(?<refused>Authorization failed|Sender missing|Not routable|Receiver number missing).*)$',
      state: ['state', 'refused'],
      words: ['words', 'refused'],
      states: {
        ...{ '0': 'sent', '3': 'sent', '4': 'again', 'Not routable': 'failed' },
        ...{
          'Authorization failed': 'pauses',
          'Sender missing': 'pauses',
          'Receiver number missing': 'failed',
        },
      },
    },
  },
}

const PHONE_STATES: Readonly<Record<string, Means>> = {
  ...{ Pending: 'sent', Processed: 'sent', Sent: 'sent', Delivered: 'delivered', Failed: 'failed' },
}

const ANDROID: HttpSettings = {
  kind: 'http',
  documents: [
    'https://docs.sms-gate.app/getting-started/local-server/',
    'https://docs.sms-gate.app/integration/api/',
    'https://docs.sms-gate.app/features/webhooks/',
  ],
  note: 'The app "SMS Gateway for Android" on a phone in the same network: its address, and the password that it shows in the secret file.',
  secret_file: '/etc/granary/android-phone.key',
  values: { username: 'sms' },
  send: {
    method: 'POST',
    url: 'http://192.168.1.50:8080/message',
    headers: { authorization: '{basic}{username}:{secret}' },
    json: { textMessage: { text: '{text}' }, phoneNumbers: ['{to}'], withDeliveryReport: true },
    reply: { id: ['id'], state: ['state'], words: ['message'], states: PHONE_STATES },
  },
  ask: {
    url: 'http://192.168.1.50:8080/message/{reference}',
    headers: { authorization: '{basic}{username}:{secret}' },
    reply: { state: ['state'], words: ['recipients.0.error'], states: PHONE_STATES },
  },
  callbacks: {
    from: [],
    signature: {
      header: 'x-signature',
      timestamp: 'x-timestamp',
      secret_file: '/etc/granary/android-phone-signing.key',
    },
    state: {
      id: ['payload.messageId'],
      state: ['event'],
      words: ['payload.reason'],
      states: { 'sms:sent': 'sent', 'sms:delivered': 'delivered', 'sms:failed': 'failed' },
    },
    reply: { number: ['payload.sender', 'payload.phoneNumber'], text: ['payload.message'] },
  },
}

const GAMMU: CommandSettings = {
  kind: 'command',
  documents: ['https://docs.gammu.org/smsd/inject.html'],
  note: 'A modem at the server, through gammu-smsd. It reads the text from standard input.',
  program: '/usr/bin/gammu-smsd-inject',
  arguments: ['TEXT', '{to}'],
}

const PRINT: PrintSettings = {
  kind: 'print',
  note: 'A sheet of messages a day, to read out or to post. Only the service may read the folder.',
  folder: '/var/lib/granary/messages',
}

export const SHIPPED = {
  'africas-talking': AFRICAS_TALKING,
  infobip: INFOBIP,
  kannel: KANNEL,
  'android-phone': ANDROID,
  gammu: GAMMU,
  print: PRINT,
} as const
export type ShippedName = keyof typeof SHIPPED
export const SHIPPED_NAMES = Object.keys(SHIPPED) as readonly ShippedName[]
