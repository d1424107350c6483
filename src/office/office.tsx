import type { PlainKey } from '../words/language.ts'
import type { Addresses } from './addresses.ts'
import { accessAnswered, accessAnswerPage } from './consent/access-answer.tsx'
import { askAccess, consentOf, consentPage } from './consent/consent.tsx'
import { consentForm, recordConsent } from './consent/consent-forms.tsx'
import { consentReceiptPage } from './consent/consent-receipt.tsx'
import { endConsent } from './consent/ending.tsx'
import { changeReader, readerPage } from './consent/readers.tsx'
import { readersPage } from './consent/readers-list.tsx'
import { decideRequest, requestPage } from './consent/request.tsx'
import { requestsPage } from './consent/requests.tsx'
import { confirm, takeBack } from './counter/act-on-record.tsx'
import { correct, correctionPage, keepVersion } from './counter/change-record.tsx'
import { afterStep, firstDayOver } from './counter/first-day.tsx'
import { goOn } from './counter/first-steps.tsx'
import { answerMessages } from './counter/messages-asked.tsx'
import { addRecord, newRecordPage } from './counter/new-record.tsx'
import { receiptPage, receiptPrinted } from './counter/receipt.tsx'
import { recordPage } from './counter/record.tsx'
import { recordsPage } from './counter/records.tsx'
import { searchPage } from './counter/search.tsx'
import { told, toTellPage, unconfirmedPage } from './counter/to-do.tsx'
import { todayPage } from './counter/today.tsx'
import { signVoucher, vouchersPage } from './counter/vouchers.tsx'
import { weighIn, weighInPage } from './counter/weigh-in.tsx'
import { Box } from './frame/parts.tsx'
import { consentPicture, keepPicture, recordPicture } from './frame/pictures.tsx'
import { pageText } from './frame/shell.tsx'
import { passwordPage, setPassword, signIn, signInPage } from './frame/sign-in.tsx'
import type { Answer, Visit } from './frame/visit.ts'
import { changeAccount, accountPage as ownAccountPage } from './machine/account.tsx'
import { auditPage } from './machine/audit.tsx'
import { backupsPage, changeBackups } from './machine/backups.tsx'
import {
  changeAppearance,
  changeCooperative,
  cooperativePage,
  receiptsChanged,
} from './machine/cooperative.tsx'
import { changeLists, listsPage } from './machine/lists.tsx'
import { changeMachine, machinePage, supportFile } from './machine/machine.tsx'
import { changeMessages, messagesPage } from './machine/messages.tsx'
import { changeStaff, staffPage } from './machine/staff-page.tsx'
import { accountPage } from './people/account-page.tsx'
import { alikePage, answerAlike } from './people/alike.tsx'
import { cardsPage } from './people/cards.tsx'
import { devicePage } from './people/device.tsx'
import { changeDevices } from './people/device-changes.tsx'
import { devicesPage } from './people/devices.tsx'
import { enrolmentPage } from './people/enrolment.tsx'
import { correctMember, memberPage, statementPage } from './people/member.tsx'
import { membersPage } from './people/members.tsx'
import { addMember, newMemberPage } from './people/new-member.tsx'
import type { AnswerPorts } from './ports.ts'
import { reportsPage } from './reports/reports.tsx'
import {
  importMap,
  importPage,
  importRejects,
  importStep,
  importStepPage,
  uploadSheet,
} from './trade/import.tsx'
import { lend, lendPage } from './trade/lend.tsx'
import { sendPack } from './trade/lot-pack.tsx'
import { lotPage, lotsPage } from './trade/lots.tsx'
import {
  listCopy,
  listFile,
  listPage,
  makeList,
  manyPaymentsPage,
  readOperatorFile,
} from './trade/many-payments.tsx'
import { mapTile } from './trade/map-tiles.ts'
import { formLot, newLotPage } from './trade/new-lot.tsx'
import { addPlot, newPlotPage } from './trade/new-plot.tsx'
import { pay } from './trade/pay.tsx'
import { mapFile, operatorFilePage, operatorFileRejects, operatorFileStep } from './trade/payment-files.tsx'
import { paymentsPage } from './trade/payments.tsx'
import { decideWaiting, waitingPaymentsPage } from './trade/payments-waiting.tsx'
import { plotsPage } from './trade/plots.tsx'

/**
 * The handler of each route. This module is loaded at the first visit, so that it does not delay the start.
 */
export const answers = (ports: AnswerPorts): Addresses => ({
  'GET /sign-in': (visit) => signInPage(visit),
  'POST /sign-in': (visit) => signIn(visit, ports),
  'GET /password': (visit) => passwordPage(visit),
  'POST /password': (visit) => setPassword(visit, ports),
  'POST /sign-out': async (visit) => {
    ports.sessions.end(visit.cookie)
    return { to: '/sign-in', cookie: null }
  },
  'GET /account': (visit) => ownAccountPage(visit, ports),
  'POST /account': (visit) => changeAccount(visit, ports),
  'GET /go-on': goOn,
  'GET /today': todayPage,
  'GET /search': searchPage,
  'GET /unconfirmed': unconfirmedPage,
  'GET /to-tell': (visit) => toTellPage(visit),
  'POST /to-tell': told,
  'GET /weigh-in': afterStep(weighInPage),
  'POST /weigh-in': weighIn,
  'POST /weigh-in/messages': answerMessages,
  'GET /receipt/:id': receiptPage,
  'POST /receipt/:id/printed': receiptPrinted,
  'GET /members': membersPage,
  'GET /members/cards': cardsPage,
  'GET /members/alike': (visit) => alikePage(visit),
  'POST /members/alike': answerAlike,
  'GET /members/:id': memberPage,
  'GET /members/:id/statement': statementPage,
  'GET /members/:id/account': accountPage,
  'GET /members/:id/correction': correctMember,
  'GET /members/:id/plots': plotsPage,
  'GET /members/:id/new-plot': newPlotPage,
  'POST /members/:id/new-plot': addPlot,
  'GET /maps/:z/:x/:y': (visit) => mapTile(visit, ports),
  'GET /new-member': afterStep(async (visit) => newMemberPage(visit)),
  'POST /new-member': addMember,
  'GET /records': recordsPage,
  'GET /records/:id': (visit) => recordPage(visit),
  'GET /records/:id/correction': correctionPage,
  'POST /records/:id/correction': correct,
  'POST /records/:id/retraction': takeBack,
  'POST /records/:id/confirmation': confirm,
  'POST /records/:id/keep': keepVersion,
  'POST /pictures': keepPicture,
  'GET /pictures/:sha256': recordPicture,
  'GET /reports': reportsPage,
  'GET /audit': auditPage,
  'GET /new-record/:type': newRecordPage,
  'POST /new-record/:type': addRecord,
  'GET /payments': paymentsPage,
  'POST /payments': pay,
  'GET /lend': lendPage,
  'POST /lend': lend,
  'GET /vouchers': (visit) => vouchersPage(visit),
  'POST /vouchers': signVoucher,
  'GET /payments/many': (visit) => manyPaymentsPage(visit, ports),
  'GET /payments/maps/:map': mapFile,
  'POST /payments/lists': (visit) => makeList(visit, ports),
  'GET /payments/lists/:id': (visit) => listPage(visit, ports),
  'POST /payments/lists/:id': (visit) => readOperatorFile(visit, ports),
  'GET /payments/lists/:id/csv': listFile,
  'GET /payments/lists/:id/copy': listCopy,
  'GET /payments/files/:id': (visit) => operatorFilePage(visit, ports),
  'POST /payments/files/:id': (visit) => operatorFileStep(visit, ports),
  'GET /payments/files/:id/rejects': (visit) => operatorFileRejects(visit, ports),
  'GET /payments/waiting': (visit) => waitingPaymentsPage(visit),
  'POST /payments/waiting': decideWaiting,
  'GET /lots': lotsPage,
  'GET /lots/:id': lotPage,
  'POST /lots/:id/pack': (visit) => sendPack(visit, ports),
  'GET /new-lot': newLotPage,
  'POST /new-lot': formLot,
  'GET /consent': consentPage,
  'GET /consent/:id': (visit) => consentOf(visit),
  'GET /consent/:id/receipt/:grant': consentReceiptPage,
  'GET /consent/:id/receipt/:grant/paper': consentPicture,
  'GET /consent/:id/grant': consentForm,
  'POST /consent/:id/grant': recordConsent,
  'GET /consent/:id/mandate': consentForm,
  'POST /consent/:id/mandate': recordConsent,
  'GET /consent/:id/objection': consentForm,
  'POST /consent/:id/objection': recordConsent,
  'POST /consent/:id/ending': endConsent,
  'POST /consent/:id/access': askAccess,
  'GET /requests': requestsPage,
  'GET /requests/:id': (visit) => requestPage(visit),
  'POST /requests/:id': decideRequest,
  'GET /access/:id': accessAnswerPage,
  'POST /access/:id': accessAnswered,
  'GET /readers': readersPage,
  'GET /readers/:id': (visit) => readerPage(visit),
  'POST /readers/:id': changeReader,
  'GET /devices': afterStep((visit) => devicesPage(visit)),
  'POST /devices': changeDevices,
  'GET /devices/enrolment/:id': enrolmentPage,
  'GET /devices/:id': devicePage,
  'GET /import': (visit) => importPage(visit, ports),
  'POST /import': (visit) => uploadSheet(visit, ports),
  'GET /import/:id': (visit) => importStepPage(visit, ports),
  'POST /import/:id': (visit) => importStep(visit, ports),
  'GET /import/:id/rejects': (visit) => importRejects(visit, ports),
  'GET /import/:id/map': (visit) => importMap(visit, ports),
  'GET /machine': (visit) => machinePage(visit),
  'POST /machine': changeMachine,
  'GET /machine/support': supportFile,
  'GET /machine/backups': afterStep((visit) => backupsPage(visit, ports)),
  'POST /machine/backups': (visit) => changeBackups(visit, ports),
  'GET /machine/messages': messagesPage,
  'POST /machine/messages': changeMessages,
  'GET /cooperative': afterStep((visit) => cooperativePage(visit)),
  'POST /cooperative': changeCooperative,
  'POST /cooperative/appearance': changeAppearance,
  'POST /cooperative/receipts': receiptsChanged,
  'GET /cooperative/lists': afterStep((visit) => listsPage(visit)),
  'POST /cooperative/lists': changeLists,
  'POST /first-day': firstDayOver,
  'GET /staff': (visit) => staffPage(visit),
  'POST /staff': changeStaff,
})

/** A page that says why a request was refused. */
export const refusalPage = (
  visit: Pick<Visit, 'cooperative' | 'look' | 'session' | 'path' | 'words'>,
  status: number,
  title: PlainKey,
  text: string,
): Answer => {
  return { status, html: pageText(visit, visit.words.say(title), <Box kind="bad">{text}</Box>) }
}
