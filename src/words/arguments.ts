// Written by `npm run words` from en.json.
import type { Text } from '../text/kinds.ts'

export type None = Readonly<Record<never, never>>

/** The arguments of every message. */
export interface Arguments {
  'page.title': { readonly page: Text | number; readonly cooperative: Text | number }
  'page.signedInAs': { readonly name: Text | number; readonly role: Text | number }
  'page.signOut': None
  'page.skip': None
  'page.languages': None
  'nav.counter': None
  'nav.people': None
  'nav.trade': None
  'nav.office': None
  'nav.waiting': None
  'page.pages': None
  'page.menu': None
  'page.more': None
  'page.closeMenu': None
  'role.clerk': None
  'role.manager': None
  'role.auditor': None
  'nav.today': None
  'nav.weigh': None
  'nav.members': None
  'nav.records': None
  'nav.lots': None
  'nav.payments': None
  'nav.consent': None
  'nav.readers': None
  'nav.requests': None
  'nav.devices': None
  'nav.import': None
  'nav.reports': None
  'nav.audit': None
  'nav.cooperative': None
  'nav.machine': None
  'nav.staff': None
  'signIn.title': None
  'signIn.name': None
  'signIn.password': None
  'signIn.do': None
  'signIn.haveCode': None
  'signIn.wrong': None
  'signIn.slow': { readonly seconds: number }
  'signIn.busy': None
  'signIn.ended': None
  'signIn.kept': None
  'signIn.notKept': None
  'signIn.notWritten': None
  'look.changed': None
  'look.before': { readonly line: Text | number }
  'look.now': { readonly line: Text | number }
  'password.title': None
  'password.code': None
  'password.codeHelp': None
  'password.new': None
  'password.again': None
  'password.do': None
  'password.differ': None
  'password.done': None
  'password.tooShort': { readonly count: number }
  'password.tooLong': { readonly count: number }
  'password.isName': None
  'password.common': None
  'password.wrongCode': None
  'today.title': None
  'today.sevenDays': None
  'today.outstanding': None
  'today.nothing': None
  'today.backupFailed': { readonly reason: Text | number }
  'today.backupFailed.manager': None
  'today.warning.manager': { readonly check: string }
  'today.access': { readonly name: Text | number; readonly due: Text | number }
  'today.tell': { readonly count: number }
  'today.requests': { readonly count: number }
  'today.forks': { readonly type: Text | number; readonly count: number }
  'today.grantEnds': { readonly subject: Text | number; readonly grantee: Text | number; readonly at: Text | number }
  'today.moreGrants': { readonly count: number }
  'today.grantDue': { readonly subject: Text | number; readonly at: Text | number; readonly grantee: Text | number }
  'today.moreGrantsDue': { readonly count: number }
  'today.silent': { readonly name: Text | number; readonly at: Text | number }
  'today.moreSilent': { readonly count: number }
  'today.behind': { readonly reader: Text | number; readonly at: Text | number; readonly count: number }
  'today.moreBehind': { readonly count: number }
  'today.feedSilent': { readonly reader: Text | number; readonly at: Text | number }
  'today.feedEnded': { readonly reader: Text | number; readonly at: Text | number }
  'today.moreFeedSilent': { readonly count: number }
  'today.clockAhead': { readonly device: Text | number; readonly name: Text | number; readonly time: Text | number }
  'today.clockAheadOfThis': { readonly device: Text | number; readonly name: Text | number; readonly time: Text | number }
  'today.clockBehind': { readonly device: Text | number; readonly name: Text | number; readonly time: Text | number }
  'today.wrongDay': { readonly day: Text | number; readonly type: Text | number; readonly name: Text | number }
  'today.wrongDayWhy': { readonly why: string; readonly shown: Text | number }
  'today.moreWrongDays': { readonly count: number }
  'today.wrongDaysUnknown': None
  'today.rowsWait': { readonly count: number }
  'today.decide': None
  'today.unsigned': { readonly count: number; readonly more: string }
  'today.vouchers': None
  'today.look': None
  'machine.title': None
  'machine.noBackup': None
  'machine.backup': { readonly at: Text | number }
  'machine.certificate': { readonly at: Text | number }
  'machine.free': { readonly gigabytes: Text | number }
  'machine.program': { readonly version: Text | number }
  'machine.gigabyte': None
  'unconfirmed.title': None
  'unconfirmed.more': None
  'unconfirmed.claimed': None
  'unconfirmed.claimedHelp': None
  'unconfirmed.none': None
  'tell.title': None
  'tell.none': None
  'tell.who': None
  'tell.what': None
  'tell.change': None
  'tell.corrected': None
  'tell.retracted': None
  'tell.told': None
  'tell.more': None
  'tell.noNotification': { readonly number: Text | number }
  'tell.noNotification.remedy': None
  'tell.notNumber': { readonly text: Text | number }
  'tell.notNumber.remedy': None
  'tell.line.number': None
  'tell.line.since': None
  'tell.line.shown': None
  'tell.line.change': None
  'tell.line.told': None
  'tell.shown': { readonly what: Text | number; readonly day: Text | number; readonly id: Text | number }
  'tell.changed.corrected': { readonly id: Text | number }
  'tell.changed.retracted': { readonly id: Text | number }
  'tell.isTold': { readonly name: Text | number; readonly at: Text | number }
  'fetched.none': None
  'fetched.told': { readonly told: Text | number }
  'fetched.known': { readonly known: Text | number }
  'fetched.byHand': None
  'consentReceipt.link': None
  'consentReceipt.title': None
  'consentReceipt.for': { readonly name: Text | number }
  'consentReceipt.given': { readonly day: Text | number }
  'consentReceipt.givenHow': { readonly day: Text | number; readonly manner: Text | number }
  'consentReceipt.paper': { readonly hash: Text | number }
  'consentReceipt.says': None
  'consentReceipt.holds': None
  'consentReceipt.toCome': None
  'consentReceipt.withdrawn': { readonly day: Text | number }
  'consentReceipt.replaced': { readonly day: Text | number }
  'consentReceipt.expired': { readonly day: Text | number }
  'consentReceipt.keptBy': { readonly keeper: Text | number }
  'consentReceipt.kept': None
  'consentReceipt.law': { readonly section: Text | number; readonly law: Text | number }
  'consentReceipt.id': { readonly id: Text | number }
  'today.deliveries': { readonly day: Text | number }
  'today.none': None
  'today.in': None
  'today.out': None
  'today.between others': None
  'today.crop': None
  'today.direction': None
  'today.count': None
  'today.kg': None
  'today.how': None
  'today.missing': None
  'today.withoutKg': { readonly count: number }
  'today.forked': { readonly count: number }
  'today.complete': None
  'today.way': { readonly kg: Text | number; readonly way: Text | number }
  'today.claimed': { readonly crop: Text | number; readonly direction: Text | number; readonly kg: Text | number; readonly count: number }
  'weigh.title': None
  'weigh.who': None
  'weigh.quantity': None
  'weigh.unit': None
  'weigh.crop': None
  'weigh.to': None
  'weigh.place': None
  'weigh.day': None
  'weigh.do': None
  'weigh.lookAgain': None
  'weigh.saved': { readonly quantity: Text | number; readonly crop: Text | number; readonly name: Text | number }
  'weigh.again': None
  'weigh.used': None
  'weigh.withoutKg': { readonly unit: Text | number }
  'weigh.massOf': { readonly quantity: Text | number; readonly kg: Text | number }
  'weigh.massBy': { readonly quantity: Text | number; readonly kg: Text | number; readonly unit: Text | number; readonly factor: Text | number; readonly kind: Text | number }
  'weigh.notOwn': { readonly unit: Text | number }
  'weigh.inNoTotal': { readonly unit: Text | number }
  'weigh.record': None
  'weigh.messages': { readonly name: Text | number }
  'weigh.messages.yes': None
  'weigh.messages.no': None
  'weigh.lately': None
  'weigh.receipt': None
  'weigh.print': None
  'weigh.unknownUnit': { readonly unit: Text | number }
  'receipt.copyMark': None
  'receipt.heading': None
  'receipt.headingOfCopy': None
  'receipt.is.superseded': None
  'receipt.is.retracted': None
  'receipt.is.forked': None
  'receipt.date': None
  'receipt.from': None
  'receipt.to': None
  'receipt.what': None
  'receipt.quantity': None
  'receipt.none': None
  'receipt.kilograms': None
  'receipt.measured': None
  'receipt.method.self_reported': None
  'receipt.method.field_estimated': None
  'receipt.method.coop_counted': None
  'receipt.method.coop_weighed': None
  'receipt.method.calibrated_weighed': None
  'receipt.method.third_party_verified': None
  'receipt.grade': None
  'receipt.price': None
  'receipt.inAll': { readonly price: Text | number }
  'receipt.inAllAlone': { readonly price: Text | number; readonly whose: Text | number }
  'receipt.place': None
  'receipt.entered': None
  'receipt.printedBy': None
  'receipt.byPhone': None
  'receipt.officer': { readonly who: Text | number; readonly device: Text | number }
  'receipt.ifWrong': None
  'receipt.record': { readonly number: Text | number }
  'receipt.brought': { readonly day: Text | number }
  'receipt.total': { readonly crop: Text | number; readonly kg: Text | number; readonly how: Text | number; readonly count: number }
  'receipt.notInIt': { readonly what: Text | number }
  'receipt.claimed': { readonly crop: Text | number; readonly kg: Text | number; readonly count: number }
  'receipt.notOurs': None
  'receipt.withoutKg': { readonly count: Text | number }
  'receipt.forked': { readonly count: Text | number }
  'receipt.noName': None
  'receipt.number': { readonly number: Text | number }
  'receipt.noFactor': None
  'receipt.rate': { readonly unit: Text | number; readonly kg: Text | number }
  'receipt.converted': { readonly quantity: Text | number }
  'receipt.weighed': None
  'receipt.rounded': None
  'receipt.asksMessages': None
  'receipt.reached': { readonly kg: Text | number; readonly way: Text | number }
  'receipt.headingOfPayment': None
  'receipt.payer': None
  'receipt.payee': None
  'receipt.amount': None
  'receipt.howPaid': None
  'receipt.paidFor': None
  'receipt.transaction': None
  'receipt.recordedBy': None
  'receipt.recordedFor': { readonly by: Text | number; readonly party: Text | number }
  'receipt.anotherParty': None
  'receipt.word.recorded': None
  'receipt.word.confirmed': None
  'receipt.word.delegated': None
  'receipt.word.signed': None
  'receipt.word.set_off': None
  'receipt.word.set_off_delegated': None
  'receipt.word.set_off_signed': None
  'receipt.signed': { readonly name: Text | number; readonly day: Text | number }
  'receipt.word.claimed': None
  'receipt.word.mandate_ended': None
  'receipt.word.one_side': None
  'receipt.word.others': None
  'receipt.notCounted': None
  'receipt.settles': None
  'receipt.settled': { readonly what: Text | number; readonly day: Text | number; readonly whose: Text | number; readonly owed: Text | number; readonly amount: Text | number }
  'receipt.settledOther': { readonly amount: Text | number }
  'receipt.unallocated': { readonly amount: Text | number }
  'receipt.notParty': None
  'receipt.hasNone': { readonly type: Text | number }
  'receipt.hasNone.remedy': None
  'voucher.title': None
  'vouchers.title': None
  'vouchers.line': None
  'vouchers.none': None
  'vouchers.more': None
  'vouchers.older': { readonly count: number }
  'vouchers.toSign': None
  'vouchers.what': { readonly type: string; readonly what: Text | number }
  'vouchers.print': None
  'vouchers.signed': None
  'vouchers.done': { readonly amount: Text | number; readonly day: Text | number }
  'vouchers.undo': None
  'vouchers.gone': None
  'voucher.help': None
  'voucher.print': None
  'voucher.ofPayment': None
  'voucher.ofDebt': None
  'voucher.received': { readonly name: Text | number; readonly amount: Text | number; readonly party: Text | number; readonly day: Text | number }
  'voucher.paid': { readonly name: Text | number; readonly amount: Text | number; readonly party: Text | number; readonly day: Text | number }
  'voucher.setOff': { readonly name: Text | number; readonly party: Text | number; readonly amount: Text | number; readonly day: Text | number }
  'voucher.owe': { readonly name: Text | number; readonly party: Text | number; readonly what: Text | number }
  'voucher.oweUntil': { readonly name: Text | number; readonly party: Text | number; readonly what: Text | number; readonly day: Text | number }
  'voucher.owed': { readonly name: Text | number; readonly party: Text | number; readonly what: Text | number }
  'voucher.owedUntil': { readonly name: Text | number; readonly party: Text | number; readonly what: Text | number; readonly day: Text | number }
  'voucher.debtor': None
  'voucher.creditor': None
  'voucher.due': None
  'voucher.noDay': None
  'voucher.hasNone': { readonly type: Text | number }
  'voucher.hasNone.remedy': None
  'voucher.notCurrent': None
  'voucher.notCurrent.remedy': None
  'voucher.nobody': None
  'voucher.nobody.remedy': None
  'receipt.account': None
  'receipt.title': None
  'receipt.paper': None
  'receipt.a5': None
  'receipt.roll': { readonly width: Text | number }
  'receipt.print': None
  'receipt.wasPrinted': None
  'receipt.next': None
  'members.title': None
  'members.search': None
  'members.do': None
  'members.none': None
  'members.found': { readonly count: number }
  'members.number': None
  'members.name': None
  'members.phone': None
  'members.weigh': None
  'members.notWritten': None
  'members.region': None
  'members.page': { readonly page: Text | number; readonly last: Text | number }
  'members.before': None
  'members.after': None
  'members.add': None
  'members.alike': None
  'alike.title': None
  'alike.none': None
  'alike.found': None
  'alike.more': None
  'alike.by.number': None
  'alike.by.id': None
  'alike.by.phone': None
  'alike.by.name_and_place': None
  'alike.by.name': None
  'alike.by.two_numbers': None
  'alike.in': None
  'alike.in.number': None
  'alike.in.id': None
  'alike.in.phone': None
  'alike.in.name_and_place': None
  'alike.in.name': None
  'alike.in.two_numbers': None
  'alike.decide': None
  'alike.morePairs': None
  'alike.twoPeople': None
  'alike.region': None
  'alike.keep': { readonly who: Text | number }
  'alike.different': None
  'alike.done': None
  'alike.mergeTitle': None
  'alike.merge': { readonly kept: Text | number; readonly twice: Text | number }
  'alike.mergeMeans': None
  'alike.mergeDo': None
  'alike.back': None
  'alike.noParty': { readonly id: Text | number }
  'alike.noParty.remedy': None
  'alike.same': None
  'alike.same.remedy': None
  'alike.unreadable': { readonly path: Text | number }
  'alike.unreadable.remedy': None
  'member.added': None
  'member.addAnother': None
  'member.deliveries': None
  'member.day': None
  'member.quantity': None
  'member.noKg': None
  'member.older': None
  'member.readers': None
  'member.nobody': None
  'member.reader': None
  'member.purpose': None
  'member.what': None
  'member.until': None
  'member.objects': { readonly types: Text | number; readonly purposes: Text | number }
  'member.every': None
  'member.allTypes': None
  'member.consent': None
  'member.plots': None
  'member.statement': None
  'member.season': { readonly since: Text | number }
  'member.obligations': None
  'member.owes': None
  'member.due': None
  'member.done': None
  'member.doneOf': { readonly kg: Text | number; readonly confirmed: Text | number }
  'member.devices': None
  'member.cameLast': None
  'member.revoked': None
  'member.never': None
  'member.rejected': None
  'statement.title': { readonly name: Text | number }
  'statement.made': { readonly at: Text | number; readonly cooperative: Text | number }
  'statement.print': None
  'statement.paper.title': None
  'statement.paper.for': None
  'statement.paper.member': { readonly name: Text | number; readonly number: Text | number }
  'statement.paper.nameless': None
  'statement.paper.made': None
  'statement.paper.madeBy': { readonly at: Text | number; readonly cooperative: Text | number }
  'statement.paper.dates': None
  'statement.paper.clocks': { readonly timeZone: Text | number }
  'statement.paper.covers': None
  'statement.paper.coversAll': None
  'statement.paper.coversOwn': None
  'statement.paper.totals': None
  'statement.paper.mayRead': None
  'statement.paper.stop': None
  'statement.paper.readings': None
  'statement.paper.reader': None
  'statement.paper.times': None
  'statement.paper.noPurpose': None
  'statement.paper.nobody': None
  'statement.paper.kinds': None
  'statement.paper.kindsOf': { readonly reader: Text | number; readonly purpose: Text | number; readonly types: Text | number }
  'statement.paper.openedNone': None
  'statement.paper.own': None
  'statement.paper.opened': { readonly reader: Text | number; readonly types: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'statement.paper.number': { readonly id: Text | number }
  'statement.paper.ended': None
  'statement.paper.endedOn': { readonly reader: Text | number; readonly purpose: Text | number; readonly day: Text | number }
  'statement.paper.endedEarlier': { readonly count: number }
  'statement.paper.changed': { readonly reader: Text | number; readonly count: number; readonly known: Text | number }
  'statement.paper.takeBack': None
  'statement.paper.object': None
  'statement.paper.notRecalled': None
  'statement.paper.byOthers': { readonly cooperative: Text | number }
  'statement.paper.byOthersThanOurs': None
  'statement.paper.none': None
  'statement.paper.older': { readonly count: number }
  'statement.paper.messages': None
  'statement.paper.stopMessages': None
  'statement.isIn': { readonly file: Text | number }
  'statement.newFile': None
  'money.heading': None
  'money.title': { readonly name: Text | number }
  'money.statement': None
  'money.print': None
  'money.made': { readonly at: Text | number; readonly cooperative: Text | number }
  'money.way': { readonly way: string }
  'money.still': { readonly way: string }
  'money.nextDue': { readonly day: Text | number }
  'money.unsigned': { readonly way: string; readonly amount: Text | number }
  'money.received': { readonly amount: Text | number }
  'money.debts': None
  'money.what': None
  'money.owed': None
  'money.stated': None
  'money.acknowledged': None
  'money.onPaper': None
  'money.claimed': None
  'money.remaining': None
  'money.beyond': None
  'money.noDebts': None
  'money.means': None
  'money.paperMeans': None
  'money.byDelegate': { readonly count: number }
  'money.alone': None
  'money.aloneMeans': None
  'money.wayAlone': { readonly way: string }
  'money.whoseWord': None
  'money.whose': { readonly whose: string }
  'money.doneOf': { readonly whose: Text | number; readonly acknowledged: Text | number; readonly paper: string; readonly onPaper: Text | number; readonly claimed: Text | number; readonly remaining: Text | number }
  'money.incomplete': { readonly count: number }
  'money.payments': None
  'money.lastPayments': None
  'money.noPayments': None
  'money.paid': { readonly way: string }
  'money.unallocated': None
  'money.is': { readonly word: string }
  'pay.find': None
  'pay.repay': None
  'pay.all': None
  'pay.newest': None
  'pay.itself': None
  'pay.title': { readonly act: string; readonly name: Text | number }
  'pay.act': { readonly act: string }
  'pay.member': None
  'pay.open': { readonly way: string }
  'pay.nothingOpen': None
  'pay.now': None
  'pay.nowOf': { readonly day: Text | number }
  'pay.help': None
  'pay.aloneHelp': { readonly act: string }
  'pay.offsetHelp': None
  'pay.aloneLeftOut': { readonly count: number }
  'pay.notAgreed': None
  'pay.noAmount': None
  'pay.otherCurrency': { readonly currency: Text | number }
  'pay.gone': None
  'pay.currencies': None
  'pay.entries': None
  'pay.unequal': { readonly out: Text | number; readonly back: Text | number }
  'pay.debtOf': { readonly what: Text | number; readonly day: Text | number }
  'pay.part': { readonly amount: Text | number; readonly remaining: Text | number }
  'pay.tooMuch': { readonly day: Text | number }
  'pay.aloneWarning': { readonly day: Text | number; readonly whose: Text | number }
  'pay.claimedAlready': { readonly day: Text | number; readonly claimed: Text | number }
  'pay.partsExceed': None
  'pay.means': { readonly act: string }
  'pay.record': None
  'repay.amount': { readonly currency: Text | number }
  'repay.all': None
  'repay.debt': { readonly what: Text | number; readonly day: Text | number; readonly remaining: Text | number; readonly owed: Text | number }
  'repay.debtDue': { readonly what: Text | number; readonly day: Text | number; readonly remaining: Text | number; readonly owed: Text | number; readonly due: Text | number }
  'repay.more': None
  'repay.save': None
  'repay.which': None
  'repay.whichHelp': None
  'repay.noneOpen': { readonly currency: Text | number }
  'repay.noDebt': None
  'repay.withoutDebt': None
  'lend.now': None
  'lend.title': { readonly name: Text | number }
  'lend.line': None
  'lend.more': None
  'lend.borrower': None
  'lend.dueEarly': None
  'lend.means': { readonly name: Text | number; readonly amount: Text | number; readonly due: Text | number }
  'lend.saved': None
  'lend.debt': None
  'lend.which': None
  'lend.whichHelp': None
  'lend.forThis': { readonly amount: Text | number }
  'lend.note': { readonly debt: Text | number }
  'disclosure.own': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'disclosure.ownFor': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number; readonly purpose: Text | number }
  'disclosure.consent': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'disclosure.consentFor': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number; readonly purpose: Text | number }
  'disclosure.consent_of_others': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'disclosure.consent_of_othersFor': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number; readonly purpose: Text | number }
  'disclosure.printed_for_the_subject': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'member.readBy': None
  'member.allReadings': None
  'member.readByWhat': { readonly since: Text | number }
  'member.readByNobody': { readonly since: Text | number }
  'member.times': None
  'member.last': None
  'member.namedInThem': None
  'member.anotherPerson': None
  'member.seen': None
  'member.unseen': None
  'member.when': None
  'member.who': None
  'member.act': None
  'newMember.title': None
  'newMember.party': None
  'newMember.number': None
  'newMember.phoneHelp': None
  'newMember.phone': None
  'newMember.alike': None
  'newMember.do': None
  'newMember.sure': None
  'newMember.sureName': None
  'newMember.sureBoth': None
  'newMember.noName': { readonly name: Text | number }
  'newMember.noNameParty': { readonly name: Text | number }
  'party.noCooperative': None
  'party.noCooperative.remedy': None
  'party.blankName': None
  'party.blankName.remedy': None
  'party.noLetter': None
  'party.noLetter.remedy': None
  'party.isNobody': { readonly name: Text | number }
  'party.noName': { readonly name: Text | number }
  'party.noName.remedy': None
  'party.isAdded': { readonly name: Text | number; readonly party: Text | number }
  'party.line.number': None
  'party.line.is': None
  'party.moreOthers': { readonly party: Text | number }
  'party.unknown': { readonly text: Text | number }
  'phone.noCountry': { readonly text: Text | number }
  'phone.noCountry.remedy': None
  'phone.wrong': { readonly text: Text | number }
  'phone.wrong.remedy': None
  'party.unknown.remedy': None
  'party.twoNumbers': { readonly text: Text | number }
  'party.twoNumbers.remedy': None
  'party.twoNumbers.onPage': None
  'party.numberTaken': { readonly number: Text | number; readonly party: Text | number }
  'party.otherNumber': None
  'party.nothingWritten': { readonly name: Text | number }
  'party.onlyItself': None
  'party.numberTaken.remedy': None
  'party.undescribed': { readonly id: Text | number }
  'party.undescribed.remedy': None
  'party.keepCooperative': None
  'party.keepCooperative.remedy': None
  'party.oneAlready': None
  'party.oneAlready.remedy': None
  'party.mergedAlready': None
  'party.mergedAlready.remedy': None
  'records.title': None
  'records.number': None
  'records.noNumber': None
  'records.type': None
  'records.since': None
  'records.until': None
  'records.standing': None
  'records.do': None
  'records.none': None
  'records.more': None
  'records.fromTo': { readonly from: Text | number; readonly to: Text | number }
  'records.flags': None
  'records.noDay': None
  'records.noDayAhead': { readonly day: Text | number }
  'records.unknown': None
  'show.number': None
  'show.record': None
  'show.what': None
  'show.whose': None
  'show.happened': None
  'show.asSeen': None
  'show.standing': None
  'show.flags': None
  'show.received': None
  'show.amount': None
  'show.acknowledged': None
  'show.onPaper': None
  'show.claimed': None
  'show.remaining': None
  'show.unallocated': None
  'show.confirmed': None
  'show.confirmedBy': { readonly day: Text | number; readonly channel: Text | number }
  'show.unconfirmed': None
  'show.noKg': None
  'show.nameless': None
  'show.older': None
  'show.noSuchList': { readonly type: Text | number }
  'show.listsOf': { readonly types: Text | number }
  'merge.keep': None
  'merge.duplicate': None
  'merge.leads': None
  'merge.stays': None
  'merge.undo': { readonly id: Text | number }
  'merge.areOne': None
  'merge.noTerminal': None
  'merge.noTerminal.remedy': None
  'export.together': None
  'export.together.remedy': None
  'export.written': { readonly count: number }
  'export.done': { readonly records: number; readonly files: number; readonly path: Text | number }
  'export.closed': { readonly count: number; readonly file: Text | number }
  'export.unwritable': { readonly path: Text | number; readonly code: Text | number }
  'export.unwritable.remedy': None
  'export.noDate': { readonly text: Text | number }
  'export.noDate.remedy': None
  'export.strangeFiles': { readonly path: Text | number }
  'export.newFolder': None
  'export.damaged': { readonly path: Text | number }
  'export.noExport': { readonly path: Text | number }
  'export.noExport.remedy': None
  'export.unusable': { readonly path: Text | number; readonly code: Text | number }
  'export.unusable.remedy': None
  'export.underWay': { readonly path: Text | number }
  'export.underWay.remedy': { readonly lock: Text | number }
  'export.ofAnother': { readonly path: Text | number }
  'export.ofAnother.remedy': None
  'export.changed': { readonly path: Text | number }
  'export.changed.remedy': None
  'export.noToken': { readonly party: Text | number }
  'export.noToken.remedy': None
  'record.number': None
  'record.figureFrom': { readonly type: Text | number; readonly figure: Text | number; readonly parties: Text | number }
  'record.figureOf': { readonly type: Text | number; readonly figure: Text | number; readonly parties: Text | number }
  'record.toLot': None
  'record.recorded': None
  'record.readers': None
  'record.receipt': None
  'record.change': None
  'record.changeHow': None
  'record.notConfirmed': None
  'record.isConfirmed': None
  'record.isSigned': None
  'record.signed': { readonly name: Text | number; readonly day: Text | number }
  'record.title': { readonly type: Text | number; readonly name: Text | number }
  'record.titleAlone': { readonly type: Text | number }
  'record.member': None
  'record.value': None
  'record.received': None
  'record.arrived': None
  'record.versions': None
  'record.takeBack': None
  'record.takeBackMeans': None
  'record.correct': None
  'record.itself': None
  'record.writtenBy': None
  'record.byCommand': { readonly name: Text | number }
  'record.byPhone': { readonly name: Text | number; readonly device: Text | number }
  'record.byOfficer': { readonly who: Text | number; readonly device: Text | number }
  'record.byProgram': { readonly name: Text | number }
  'record.confirm': None
  'record.confirming': None
  'record.signs': { readonly name: Text | number }
  'record.unsign': { readonly name: Text | number }
  'record.unconfirm': None
  'record.newest': None
  'record.over': None
  'record.forked': None
  'record.keep': None
  'record.keepTitle': None
  'record.keeps': None
  'record.takesBack': None
  'record.read': { readonly readers: Text | number }
  'record.unread': None
  'record.confirmed': None
  'record.unconfirmed': None
  'record.confirmedHidden': None
  'record.back': None
  'record.none': { readonly id: Text | number }
  'record.none.remedy': None
  'record.correctedMeanwhile': None
  'record.correctedMeanwhile.remedy': None
  'record.givesName': None
  'record.givesName.remedy': None
  'record.givesName.onPage': None
  'record.othersChange': None
  'change.title': { readonly type: Text | number; readonly name: Text | number }
  'change.titleAlone': { readonly type: Text | number }
  'change.party': { readonly name: Text | number }
  'change.was': None
  'change.becomes': None
  'change.nothing': None
  'change.raced': { readonly writer: Text | number }
  'change.before': None
  'change.won': None
  'change.typed': None
  'change.look': None
  'change.others': None
  'change.back': None
  'change.write': None
  'change.stays': None
  'change.partly': None
  'change.empty': None
  'change.counted': { readonly kg: Text | number }
  'change.notCounted': None
  'change.unconfirmed': None
  'change.takeBack': { readonly type: Text | number; readonly name: Text | number }
  'change.takeBackAlone': { readonly type: Text | number }
  'change.confirm': { readonly type: Text | number; readonly name: Text | number }
  'change.confirmAlone': { readonly type: Text | number }
  'change.confirms': None
  'change.agreesPrice': { readonly price: Text | number }
  'change.sign': { readonly name: Text | number; readonly type: Text | number }
  'change.signAlone': { readonly type: Text | number }
  'change.signs': None
  'change.writeSignature': None
  'change.unconfirms': None
  'change.do': None
  'entry.title': { readonly type: Text | number }
  'entry.new': None
  'entry.change': None
  'entry.saved': None
  'entry.partyHelp': None
  'entry.quantityHelp': None
  'entry.wholeLot': None
  'entry.deliverFrom': None
  'entry.cropsHelp': None
  'entry.dateHelp': None
  'entry.aheadHelp': { readonly day: Text | number }
  'entry.moneyHelp': None
  'entry.recordHelp': None
  'entry.picturesHelp': None
  'entry.inputsHelp': None
  'entry.occurred_at': None
  'entry.from_party': None
  'entry.to_party': None
  'entry.producer': None
  'entry.holder': None
  'entry.obligor': None
  'entry.obligee': None
  'entry.payer': None
  'entry.payee': None
  'entry.method': None
  'entry.purpose': None
  'entry.settles': None
  'entry.settlesHelp': None
  'entry.reference': None
  'entry.due_diligence.reference': None
  'entry.crop': None
  'entry.quantity': None
  'entry.measurement_method': None
  'entry.lawful_basis': None
  'entry.lot_id': None
  'entry.obligation_id': None
  'entry.agreed_price': None
  'entry.location': None
  'entry.inputs': None
  'entry.due_at': None
  'entry.display_name': None
  'entry.member_no': None
  'entry.cause': None
  'entry.asserted_by': None
  'entry.on_behalf_of': None
  'entry.reason': None
  'entry.note': None
  'entry.kind': None
  'entry.season': None
  'entry.grade': None
  'entry.amount': None
  'entry.phone': None
  'entry.region': None
  'entry.language': None
  'entry.messages': None
  'entry.ids': None
  'entry.idsHelp': None
  'entry.reference_number': None
  'entry.verification': None
  'entry.uuid': None
  'entry.internal_reference': None
  'entry.contingency': None
  'entry.replaces': None
  'entry.status': None
  'entry.yes': None
  'entry.no': None
  'entry.decimals': None
  'entry.verification_number': None
  'entry.filed_by': None
  'entry.filed_at': None
  'entry.name': None
  'entry.country': None
  'entry.area_ha': None
  'entry.crops': None
  'entry.countryHelp': None
  'entry.hectaresHelp': None
  'entry.channel': None
  'entry.signed_by': None
  'entry.party': None
  'entry.same_as': None
  'entry.normalized_kg': None
  'entry.conversion_id': None
  'entry.geometry': None
  'entry.plot': None
  'entry.plot_ids': None
  'entry.delivery_id': None
  'entry.payment_id': None
  'entry.target_id': None
  'entry.evidence': None
  'entry.pictureShown': None
  'entry.delegation_id': None
  'entry.device_id': None
  'entry.recorded_at': None
  'entry.supersedes': None
  'entry.id': None
  'reading.required': None
  'reading.country': None
  'reading.ids': { readonly text: Text | number }
  'reading.idsApart': { readonly text: Text | number }
  'reading.manyIds': { readonly count: number }
  'reading.falseId': { readonly text: Text | number; readonly scheme: Text | number }
  'reading.hectares': None
  'reading.language': None
  'reading.word': { readonly words: Text | number }
  'reading.yes': None
  'reading.answer': None
  'reading.tooLong': { readonly most: number }
  'reading.aboveZero': None
  'reading.twoWays': { readonly text: Text | number; readonly one: Text | number; readonly other: Text | number }
  'reading.noCrop': { readonly text: Text | number }
  'reading.listCrops': None
  'reading.whichCrop': { readonly crops: Text | number }
  'reading.andMore': { readonly some: Text | number; readonly count: number }
  'reading.andMoreApart': { readonly some: Text | number; readonly count: number }
  'reading.quantity': None
  'reading.noUnit': { readonly text: Text | number }
  'reading.listUnits': None
  'reading.someUnits': None
  'reading.whichUnit': { readonly units: Text | number }
  'reading.notADay': { readonly text: Text | number }
  'reading.date': None
  'reading.clockBehind': None
  'reading.isToday': { readonly day: Text | number }
  'reading.isFuture': { readonly day: Text | number }
  'reading.reference': None
  'reading.referenceOnPage': None
  'reading.pictures': None
  'reading.pictures.remedy': None
  'reading.pictureToCome': { readonly sha256: Text | number }
  'reading.unknownRecord': { readonly text: Text | number }
  'reading.otherRecord': { readonly type: Text | number; readonly wanted: Text | number }
  'reading.recordOf': { readonly type: Text | number; readonly day: Text | number }
  'reading.price': { readonly price: Text | number }
  'reading.money': None
  'reading.currency': { readonly currency: Text | number }
  'reading.decimals': { readonly currency: Text | number; readonly decimals: number }
  'reading.tooManyInputs': { readonly most: number; readonly count: number }
  'reading.tooManyParts': { readonly most: number; readonly count: number }
  'reading.inputs': None
  'reading.settles': None
  'counter.faults': { readonly count: number }
  'counter.faults.remedy': None
  'counter.flagMissing': { readonly flag: Text | number; readonly right: Text | number }
  'counter.flagWrong': { readonly flag: Text | number; readonly text: Text | number; readonly why: Text | number }
  'counter.flagElsewhere': { readonly flag: Text | number; readonly flags: Text | number }
  'counter.evidenceAlone': None
  'counter.noConversion': None
  'counter.leftOut': None
  'counter.kilograms': None
  'counter.massOfUnit': None
  'counter.noMass': None
  'counter.wrongFactor': { readonly unit: Text | number }
  'counter.noFactors': None
  'counter.theseFactors': { readonly factors: Text | number }
  'counter.willWrite': { readonly type: Text | number }
  'counter.willWritePlot': None
  'counter.replaces': { readonly id: Text | number }
  'counter.about': { readonly what: Text | number; readonly type: Text | number }
  'counter.isRight': None
  'counter.lookAgain': { readonly warning: Text | number }
  'counter.dropped': None
  'counter.unchanged': None
  'counter.written': { readonly id: Text | number }
  'counter.flags': { readonly flags: Text | number }
  'counter.receipt': { readonly id: Text | number }
  'counter.uncorrectable': { readonly type: Text | number }
  'counter.uncorrectable.remedy': None
  'counter.partly': None
  'counter.partly.remedy': None
  'counter.noCorrection': None
  'counter.noCorrection.remedy': { readonly flags: Text | number }
  'counter.retracted': None
  'counter.retracted.remedy': None
  'counter.forked': None
  'counter.forked.remedy': None
  'counter.corrected': None
  'counter.correctNewest': { readonly id: Text | number }
  'counter.correctionRetracted': None
  'counter.already': None
  'counter.already.remedy': { readonly type: Text | number }
  'counter.newestCounts': None
  'counter.newestCounts.remedy': { readonly id: Text | number }
  'counter.onlyConfirmable': { readonly type: Text | number }
  'counter.onlyConfirmable.remedy': None
  'counter.ownRecord': None
  'counter.ownRecord.remedy': None
  'counter.signed': { readonly name: Text | number; readonly what: Text | number }
  'signature.nobody': { readonly name: Text | number }
  'signature.nobody.remedy': None
  'signature.stranger': { readonly name: Text | number }
  'signature.stranger.remedy': { readonly names: Text | number }
  'signature.organisation': { readonly name: Text | number }
  'signature.organisation.remedy': None
  'signature.ownWord': { readonly name: Text | number }
  'signature.ownWord.remedy': None
  'signature.already': { readonly name: Text | number }
  'signature.already.remedy': None
  'counter.bothPlaces': None
  'counter.noPlace': None
  'counter.onTheMap': None
  'counter.remark': None
  'point.point': None
  'point.answers': None
  'point.saved': { readonly answers: Text | number }
  'point.use': { readonly name: Text | number }
  'point.unit': { readonly unit: Text | number }
  'point.removed': { readonly name: Text | number }
  'point.changes': { readonly flag: Text | number }
  'point.listUnits': None
  'point.tooMany': { readonly most: number }
  'point.tooMany.remedy': None
  'point.unknown': { readonly name: Text | number }
  'point.unknown.remedy': None
  'point.unreadable': { readonly path: Text | number }
  'point.unreadable.remedy': None
  'warning.toItself': None
  'warning.future': None
  'warning.old': { readonly days: number }
  'warning.again': None
  'warning.referenceAgain': None
  'warning.referenceOfOther': None
  'warning.lacksDebt': None
  'warning.totalStays': { readonly price: Text | number }
  'warning.implausible': { readonly kg: Text | number; readonly most: Text | number }
  'warning.heavy': { readonly kg: Text | number; readonly most: Text | number }
  'warning.last': { readonly last: Text | number; readonly kg: Text | number }
  'warning.usual': { readonly last: Text | number; readonly usual: Text | number; readonly kg: Text | number }
  'warning.more.day': { readonly kg: Text | number; readonly times: number; readonly usual: Text | number; readonly count: number }
  'warning.more.crop': { readonly kg: Text | number; readonly times: number; readonly usual: Text | number; readonly count: number }
  'column.display_name': None
  'column.kind': None
  'column.phone': None
  'column.region': None
  'column.language': None
  'column.member_no': None
  'column.lawful_basis': None
  'column.occurred_at': None
  'column.producer': None
  'column.crop': None
  'column.quantity': None
  'column.measurement_method': None
  'column.season': None
  'column.grade': None
  'column.note': None
  'column.holder': None
  'column.inputs': None
  'column.location': None
  'column.from_party': None
  'column.to_party': None
  'column.lot_id': None
  'column.obligation_id': None
  'column.agreed_price': None
  'column.channel': None
  'column.cause': None
  'column.obligor': None
  'column.obligee': None
  'column.payer': None
  'column.payee': None
  'column.method': None
  'column.purpose': None
  'column.settles': None
  'column.reference': None
  'column.due_diligence.reference': None
  'column.amount': None
  'column.due_at': None
  'column.reason': None
  'column.name': None
  'column.country': None
  'column.crops': None
  'column.area_ha': None
  'column.reference_number': None
  'column.verification_number': None
  'column.verification': None
  'column.uuid': None
  'column.internal_reference': None
  'column.contingency': None
  'column.replaces': None
  'column.status': None
  'column.decimals': None
  'column.filed_by': None
  'column.filed_at': None
  'reading.whichParty': { readonly parties: Text | number }
  'reading.whichPartyById': { readonly parties: Text | number }
  'reading.choose': None
  'pick.which': None
  'pick.choose': None
  'reports.title': None
  'reports.seasons': None
  'reports.by': None
  'reports.csv': None
  'reports.apart': None
  'reports.confirmed': None
  'reports.claimed': None
  'reports.day': None
  'reports.week': None
  'reports.season': None
  'reports.member': None
  'reports.place': None
  'reports.known.week': { readonly key: Text | number }
  'reports.known.month': { readonly key: Text | number }
  'reports.known.season': { readonly key: Text | number }
  'reports.noName': None
  'reports.noPlace': None
  'report.turned': None
  'report.turned.remedy': None
  'report.period': { readonly first: Text | number; readonly last: Text | number }
  'report.title': { readonly period: Text | number }
  'report.none': { readonly period: Text | number }
  'report.in': None
  'report.out': None
  'report.between': None
  'report.payments': { readonly period: Text | number }
  'report.noPayments': { readonly period: Text | number }
  'report.paidIn': None
  'report.paidOut': None
  'report.setOff': None
  'report.paymentsApart': None
  'report.noSuchKey': { readonly by: Text | number }
  'report.noSuchKey.remedy': { readonly keys: Text | number }
  'report.crop': None
  'report.deliveries': None
  'report.kilograms': None
  'report.measured': None
  'report.notCounted': None
  'report.claimed': None
  'report.onPaper': None
  'report.withoutKg': { readonly count: number }
  'report.forked': { readonly count: number }
  'report.claimedIn': { readonly kg: Text | number; readonly count: Text | number }
  'report.apart': None
  'report.claims': None
  'report.rounded': None
  'audit.title': None
  'audit.about': None
  'audit.person': None
  'audit.repeated': { readonly count: number }
  'audit.by': None
  'audit.record': None
  'audit.refused': None
  'audit.records': None
  'audit.one': None
  'audit.nobody': None
  'audit.actAndOutcome': { readonly act: Text | number; readonly outcome: Text | number }
  'audit.noAccount': { readonly name: Text | number }
  'audit.noAccount.remedy': None
  'audit.noRecord': { readonly id: Text | number }
  'audit.noRecord.remedy': None
  'audit.limit': { readonly text: Text | number }
  'audit.limit.remedy': None
  'audit.outcome': None
  'audit.outcomeRepeated': { readonly outcome: Text | number; readonly repeated: Text | number }
  'audit.byStaff': { readonly name: Text | number }
  'audit.byOperator': { readonly name: Text | number }
  'audit.service': None
  'audit.noOne': None
  'audit.moreLines': None
  'audit.older': None
  'audit.view': { readonly deed: Text | number; readonly count: number }
  'audit.views': None
  'audited.access-request.list': None
  'audited.access-request.show': None
  'audited.access_request': None
  'audited.access_request_decision': None
  'audited.access_request_match': None
  'audited.access_request_refusal': None
  'audited.access_request_withdrawal': None
  'audited.anchor_key': None
  'audited.anchor_run': None
  'audited.append': None
  'audited.append_inference': None
  'audited.audit': None
  'audited.backup': None
  'audited.backup.suspension': None
  'audited.backup.read': None
  'audited.backup_begun': None
  'audited.backup_key': None
  'audited.backup_pruned': None
  'audited.chain': None
  'audited.changes': None
  'audited.chore': None
  'audited.clock_confirmed': None
  'audited.close': None
  'audited.credential': None
  'audited.credential.list': None
  'audited.credential_revocation': None
  'audited.delegation': None
  'audited.delegation.list': None
  'audited.delegation_revocation': None
  'audited.device': None
  'audited.device.list': None
  'audited.device_revocation': None
  'audited.device_naming': None
  'audited.disclosures': None
  'audited.enrolment': None
  'audited.events': None
  'audited.evidence': None
  'audited.export': None
  'audited.feed.list': None
  'audited.feed_send': None
  'audited.feed_end': None
  'audited.first-day.over': None
  'audited.grant': None
  'audited.grant.held': None
  'audited.grant.readers': None
  'audited.grant.list': None
  'audited.grant.paper': None
  'audited.grant.receipt': None
  'audited.grant_revocation': None
  'audited.import.people': None
  'audited.init': None
  'audited.list': None
  'audited.lot.pack': None
  'audited.member.seen': None
  'audited.member.statement': None
  'audited.message.list': None
  'audited.message.pause': None
  'audited.message.resume': None
  'audited.message.try': None
  'audited.notice.try': None
  'audited.notification_told': None
  'audited.notifications.list': None
  'audited.objection': None
  'audited.objection.list': None
  'audited.objection_withdrawal': None
  'audited.origin': None
  'audited.party.alike': None
  'audited.party.claiming': None
  'audited.party.different': None
  'audited.party.list': None
  'audited.party.others': None
  'audited.proof': None
  'audited.read': None
  'audited.read_inference': None
  'audited.receipt': None
  'audited.registry_row': None
  'audited.report': None
  'audited.request': None
  'audited.restore': None
  'audited.restore_confirmed': None
  'audited.settings': None
  'audited.sign_of_life': None
  'audited.staff': None
  'audited.staff.list': None
  'audited.staff_end': None
  'audited.staff_password': None
  'audited.staff_recovery_codes': None
  'audited.staff_reset': None
  'audited.staff_role': None
  'audited.staff_second_factor': None
  'audited.staff_sign_in': None
  'audited.subject-access.list': None
  'audited.subject_access': None
  'audited.subject_access_answer': None
  'audited.subject_access_request': None
  'audited.upload': None
  'audited.tls_authority': None
  'lots.title': None
  'lots.new': None
  'lots.formed': None
  'lots.left': None
  'lots.holder': None
  'lots.balance': None
  'lots.agrees': None
  'lots.breached': None
  'lots.incomplete': None
  'lots.broken': None
  'lots.hidden': None
  'lots.of': { readonly crop: Text | number; readonly day: Text | number }
  'lots.notCurrent': None
  'lots.handOver': None
  'lots.loss': None
  'lots.sell': None
  'lots.record': None
  'lots.custody': None
  'lots.heldBy': { readonly name: Text | number; readonly since: Text | number }
  'lots.heldByHidden': { readonly name: Text | number }
  'lots.heldByUnknown': None
  'lots.brokenMeans': None
  'lots.formedBy': { readonly day: Text | number; readonly name: Text | number }
  'lots.handed': { readonly day: Text | number; readonly from: Text | number; readonly to: Text | number }
  'lots.notWeighed': None
  'lots.notCounted': None
  'lots.inputs': None
  'lots.declared': None
  'lots.outputs': None
  'lots.losses': None
  'lots.formation': { readonly kg: Text | number }
  'lots.leg': { readonly day: Text | number; readonly kg: Text | number; readonly expected: Text | number; readonly difference: Text | number }
  'lots.leftOut': { readonly count: number }
  'lots.tolerance': { readonly percent: Text | number }
  'lots.rounded': None
  'lots.madeOf': None
  'lots.noInputs': None
  'lots.drawn': None
  'lots.unread': None
  'lots.noLot': { readonly id: Text | number }
  'lots.noLot.remedy': None
  'plots.title': { readonly name: Text | number }
  'plots.add': None
  'plots.member': None
  'plots.none': None
  'plots.more': None
  'plots.unnamed': None
  'plots.stated': None
  'plots.drawn': None
  'plots.hectares': { readonly hectares: Text | number }
  'plots.notStated': None
  'plots.drawnAs': { readonly hectares: Text | number; readonly corners: number }
  'plots.onePoint': None
  'plots.noOutline': None
  'plots.notDrawn': None
  'plots.again': { readonly name: Text | number }
  'plots.change': { readonly name: Text | number }
  'plots.record': { readonly name: Text | number }
  'plots.of': { readonly name: Text | number; readonly holder: Text | number }
  'plots.liesOn': None
  'plots.crowded': None
  'plots.undrawable': None
  'plots.undrawable.remedy': None
  'plots.flag.geometry_missing': None
  'plots.flag.geometry_invalid': None
  'plots.flag.geometry_too_coarse': None
  'plots.flag.polygon_required': None
  'plots.flag.area_mismatch': None
  'plots.flag.plots_overlap': None
  'plots.flag.plot_outside_country': None
  'plots.flag.plots_adjoin': None
  'plots.flag.hole': None
  'plots.flag.parts_meet': None
  'plots.flag.too_fine': None
  'plots.flag.area_too_small': None
  'plots.flag.area_missing': None
  'newPlot.title': None
  'newPlot.titleOf': { readonly name: Text | number }
  'newPlot.againTitle': { readonly name: Text | number }
  'newPlot.notOurs': None
  'newPlot.boundary': None
  'newPlot.boundaryHelp': None
  'newPlot.point': None
  'newPlot.pointHelp': None
  'newPlot.kept': None
  'newPlot.both': None
  'newPlot.neither': None
  'newPlot.fault': { readonly message: Text | number; readonly remedy: Text | number }
  'newPlot.swapped': None
  'newPlot.closed': { readonly metres: number }
  'newPlot.back': None
  'origin.title': None
  'origin.isKnown': None
  'origin.isPartly': None
  'origin.kilograms': None
  'plots.all': None
  'origin.complete': None
  'origin.incomplete': None
  'origin.source': None
  'origin.named': None
  'origin.holder': None
  'origin.unknown': None
  'origin.all': None
  'origin.records': { readonly count: number }
  'origin.faults': None
  'origin.times': { readonly count: number }
  'origin.record': { readonly number: Text | number }
  'origin.notShown': { readonly plots: number; readonly faults: number; readonly kg: Text | number }
  'origin.fault.superseded': None
  'origin.fault.forked': None
  'origin.fault.retracted': None
  'origin.fault.reference_unresolved': None
  'origin.fault.plot_unresolved': None
  'origin.fault.plot_missing': None
  'origin.fault.mass_unknown': None
  'origin.fault.input_overdrawn': None
  'origin.fault.mass_balance_discrepancy': None
  'origin.fault.circular': None
  'origin.fault.too_deep': None
  'origin.fault.too_many': None
  'origin.fault.changed_meanwhile': None
  'origin.plots': None
  'origin.plot': None
  'origin.how': None
  'origin.isNamed': None
  'origin.isOfHolder': None
  'origin.noPlots': None
  'origin.more': { readonly count: Text | number }
  'origin.refused': { readonly count: number }
  'origin.statements': None
  'origin.noStatements': None
  'origin.noNumber': None
  'origin.addStatement': None
  'pack.title': None
  'pack.what': None
  'pack.withPrices': None
  'pack.withPricesHelp': None
  'pack.make': None
  'pack.busy': None
  'pack.brokenOff': None
  'pack.busyTitle': None
  'pack.own': None
  'pack.others': None
  'pack.noLot': { readonly id: Text | number }
  'pack.noLot.remedy': None
  'pack.folderNotEmpty': { readonly path: Text | number }
  'pack.folderNotEmpty.remedy': None
  'pack.folderFault': { readonly path: Text | number; readonly code: Text | number }
  'pack.folderFault.remedy': None
  'pack.filesIn': { readonly count: number; readonly path: Text | number }
  'pack.incomplete': None
  'pack.incomplete.remedy': None
  'pack.noRoom': None
  'pack.noRoom.remedy': None
  'pack.consentChanged': None
  'pack.consentChanged.remedy': None
  'pack.fault.superseded': None
  'pack.fault.superseded.remedy': None
  'pack.fault.forked': None
  'pack.fault.forked.remedy': None
  'pack.fault.retracted': None
  'pack.fault.retracted.remedy': None
  'pack.fault.reference_unresolved': None
  'pack.fault.reference_unresolved.remedy': None
  'pack.fault.plot_unresolved': None
  'pack.fault.plot_unresolved.remedy': None
  'pack.fault.plot_missing': None
  'pack.fault.plot_missing.remedy': None
  'pack.fault.mass_unknown': None
  'pack.fault.mass_unknown.remedy': None
  'pack.fault.input_overdrawn': None
  'pack.fault.input_overdrawn.remedy': None
  'pack.fault.mass_balance_discrepancy': None
  'pack.fault.mass_balance_discrepancy.remedy': None
  'pack.fault.circular': None
  'pack.fault.circular.remedy': None
  'pack.fault.too_deep': None
  'pack.fault.too_deep.remedy': None
  'pack.fault.too_many': None
  'pack.fault.too_many.remedy': None
  'pack.fault.changed_meanwhile': None
  'pack.fault.changed_meanwhile.remedy': None
  'pack.fault.geometry_missing': None
  'pack.fault.geometry_missing.remedy': None
  'pack.fault.geometry_invalid': None
  'pack.fault.geometry_invalid.remedy': None
  'pack.fault.geometry_too_coarse': None
  'pack.fault.geometry_too_coarse.remedy': None
  'pack.fault.polygon_required': None
  'pack.fault.polygon_required.remedy': None
  'pack.fault.area_mismatch': None
  'pack.fault.area_mismatch.remedy': None
  'pack.fault.plots_overlap': None
  'pack.fault.plots_overlap.remedy': None
  'pack.fault.plot_outside_country': None
  'pack.fault.plot_outside_country.remedy': None
  'pack.fault.plots_adjoin': None
  'pack.fault.plots_adjoin.remedy': None
  'pack.fault.hole': None
  'pack.fault.hole.remedy': None
  'pack.fault.parts_meet': None
  'pack.fault.parts_meet.remedy': None
  'pack.fault.area_missing': None
  'pack.fault.area_missing.remedy': None
  'pack.fault.area_too_small': None
  'pack.fault.area_too_small.remedy': None
  'pack.fault.too_fine': None
  'pack.fault.too_fine.remedy': None
  'pack.otherFault': { readonly code: Text | number }
  'pack.otherFault.remedy': None
  'summary.title': None
  'summary.lot': None
  'summary.made': None
  'summary.madeBy': { readonly day: Text | number; readonly maker: Text | number }
  'summary.aCooperative': None
  'summary.what': None
  'summary.goods': None
  'summary.hs': None
  'summary.noHs': None
  'summary.inAnnex': { readonly day: Text | number }
  'summary.notInAnnex': None
  'summary.scientific': None
  'summary.notInRegistry': None
  'summary.countries': None
  'summary.notKnown': None
  'summary.harvested': None
  'summary.noHarvest': None
  'summary.delivered': None
  'summary.noDelivery': None
  'summary.onDay': { readonly day: Text | number; readonly count: number }
  'summary.between': { readonly first: Text | number; readonly last: Text | number; readonly count: number }
  'summary.kilograms': None
  'summary.inAll': None
  'summary.named': None
  'summary.namedKg': { readonly kg: Text | number }
  'summary.byHolder': None
  'summary.holderKg': { readonly kg: Text | number }
  'summary.unknown': None
  'summary.unknownKg': { readonly kg: Text | number }
  'summary.complete': None
  'summary.yes': None
  'summary.no': None
  'summary.plots': None
  'summary.plotCount': { readonly count: number; readonly drawn: Text | number }
  'summary.onlyInTable': { readonly count: Text | number }
  'summary.notShown': { readonly count: number; readonly kg: Text | number }
  'summary.files': None
  'summary.readFaults': None
  'summary.uploadPlots': None
  'summary.plotsTable': None
  'summary.screening': None
  'summary.plotIsHome': None
  'summary.statement': None
  'summary.noStatement': None
  'summary.reference': { readonly reference: Text | number; readonly day: Text | number }
  'summary.verified': { readonly reference: Text | number; readonly verification: Text | number; readonly day: Text | number }
  'summary.withoutNumber': { readonly day: Text | number }
  'summary.ownNumber': { readonly reference: Text | number; readonly day: Text | number }
  'summary.toFile': None
  'summary.toFileCount': { readonly count: number }
  'summary.oneToFile': { readonly file: Text | number; readonly kg: Text | number; readonly producers: number; readonly plots: number }
  'summary.inNone': { readonly kg: Text | number }
  'summary.faults': None
  'summary.noFaults': None
  'summary.fault': { readonly count: Text | number; readonly code: Text | number; readonly means: Text | number }
  'summary.toDo': { readonly remedy: Text | number }
  'summary.more': { readonly count: number }
  'summary.faultsNotShown': { readonly count: number }
  'summary.proofs': None
  'summary.noRoot': None
  'summary.proofsGiven': { readonly count: number }
  'summary.proofsWithPrice': { readonly count: number }
  'summary.proofsMissing': { readonly count: number }
  'newLot.title': None
  'newLot.place': None
  'newLot.find': None
  'newLot.used': { readonly count: number }
  'newLot.none': None
  'newLot.which': None
  'newLot.suggested': None
  'newLot.left': None
  'newLot.drawn': None
  'newLot.kgOf': { readonly of: Text | number }
  'newLot.lot': None
  'newLot.noKg': None
  'newLot.tooMany': { readonly most: Text | number }
  'newLot.weigh': { readonly kg: Text | number }
  'newLot.sum': { readonly kg: Text | number; readonly count: number }
  'newLot.of': None
  'newLot.deliveries': None
  'newLot.lots': None
  'newLot.many': { readonly most: Text | number }
  'newLot.several': None
  'newLot.next': None
  'newLot.together': None
  'newLot.do': None
  'newLot.gone': { readonly of: Text | number }
  'newLot.changed': { readonly of: Text | number }
  'newLot.unknown': { readonly of: Text | number }
  'newLot.tooMuch': { readonly of: Text | number; readonly kg: Text | number; readonly left: Text | number }
  'newLot.part': { readonly of: Text | number; readonly kg: Text | number; readonly left: Text | number }
  'consent.title': None
  'consent.of': { readonly name: Text | number }
  'consent.asked': None
  'consent.nobodyAsked': None
  'consent.notAsked': None
  'consent.ending': None
  'consent.noneEnds': None
  'consent.due': None
  'consent.dueWhat': None
  'consent.givenAt': None
  'consent.renew': None
  'consent.subject': None
  'consent.askedAt': None
  'consent.dueBy': None
  'consent.overdue': { readonly at: Text | number }
  'consent.answer': None
  'consent.managerAnswers': None
  'consent.ask': None
  'consent.askMeans': None
  'consent.twice': { readonly name: Text | number }
  'consent.otherEntry': None
  'consent.grants': None
  'consent.mandates': None
  'consent.noMandates': None
  'consent.objections': None
  'consent.noObjections': None
  'consent.memberReads': None
  'consent.takenBack': { readonly at: Text | number }
  'consent.back': None
  'consent.toReadOut': None
  'consent.readOut': { readonly name: Text | number }
  'consent.notAgreed': None
  'consent.written.grant': None
  'consent.written.delegation': None
  'consent.written.objection': None
  'consent.written.ended': None
  'consent.written.request': None
  'consent.written.answer': None
  'consent.said.opens': { readonly reader: Text | number; readonly seen: Text | number; readonly until: Text | number }
  'consent.said.opensFrom': { readonly reader: Text | number; readonly seen: Text | number; readonly from: Text | number; readonly until: Text | number }
  'consent.said.only': { readonly purpose: Text | number }
  'consent.said.purpose': { readonly name: Text | number; readonly meaning: Text | number }
  'consent.said.between': { readonly from: Text | number; readonly to: Text | number }
  'consent.said.since': { readonly from: Text | number }
  'consent.said.upTo': { readonly to: Text | number }
  'consent.said.party': { readonly seen: Text | number }
  'consent.said.plot': { readonly seen: Text | number }
  'consent.said.keep': { readonly until: Text | number }
  'consent.said.replaces': None
  'consent.said.beside': None
  'consent.said.takeBack': None
  'consent.said.asks': { readonly asker: Text | number; readonly reason: Text | number }
  'consent.said.free': None
  'consent.said.ifAgree': None
  'consent.said.ever': None
  'consent.said.noKeep': None
  'consent.noParty': { readonly id: Text | number }
  'consent.noParty.remedy': None
  'consent.twice.consent': { readonly name: Text | number }
  'consent.twice.objection': { readonly name: Text | number }
  'consent.twice.answer': { readonly name: Text | number }
  'consent.thisParty': None
  'grant.new': None
  'grant.of': { readonly name: Text | number }
  'grant.renews': { readonly at: Text | number }
  'grant.agreed': None
  'grant.grantee': None
  'grant.set': None
  'grant.set.loan': None
  'grant.set.buyer': None
  'grant.set.certifier': None
  'grant.set.own': None
  'grant.setOwn': None
  'grant.setAndOwn': None
  'grant.types': None
  'grant.noTypes': None
  'grant.from': None
  'grant.until': None
  'grant.untilHelp': { readonly day: Text | number }
  'grant.channel': None
  'grant.picture': None
  'grant.pictureHelp': None
  'grant.pictureSending': None
  'grant.pictureKept': None
  'grant.pictureFailed': None
  'grant.pictureTooLarge': { readonly megabytes: number }
  'grant.pictureShown': None
  'grant.scan': None
  'grant.evidence': None
  'grant.evidenceHelp': None
  'mandate.new': None
  'mandate.of': { readonly name: Text | number }
  'mandate.agreed': None
  'mandate.principal': None
  'mandate.delegate': None
  'mandate.to': None
  'mandate.toHelp': None
  'mandate.acts': None
  'mandate.types': None
  'mandate.from': None
  'mandate.said.lets': { readonly delegate: Text | number; readonly from: Text | number; readonly until: Text | number }
  'mandate.said.may': { readonly acts: Text | number }
  'mandate.said.act.assert': None
  'mandate.said.act.correct': None
  'mandate.said.act.confirm': None
  'mandate.said.act.object': None
  'mandate.said.types': { readonly types: Text | number }
  'mandate.said.end': None
  'mandate.noMandate': { readonly id: Text | number }
  'mandate.noMandate.remedy': None
  'mandate.recorded': { readonly id: Text | number }
  'mandate.line.mandate': None
  'mandate.line.of': None
  'mandate.line.acts': None
  'mandate.line.from': None
  'mandate.line.early': None
  'mandate.line.yes': None
  'mandate.line.no': None
  'act.assert': None
  'act.correct': None
  'act.confirm': None
  'act.object': None
  'objection.new': None
  'objection.of': { readonly name: Text | number }
  'objection.agreed': None
  'objection.help': None
  'objection.purposes': None
  'objection.types': None
  'objection.lodged': None
  'objection.said.allAny': None
  'objection.said.someAny': { readonly seen: Text | number }
  'objection.said.allFor': { readonly purposes: Text | number }
  'objection.said.someFor': { readonly seen: Text | number; readonly purposes: Text | number }
  'objection.said.then': { readonly before: Text | number; readonly next: Text | number }
  'objection.said.or': { readonly before: Text | number; readonly last: Text | number }
  'objection.said.holds': None
  'objection.said.hear': None
  'objection.effect.allAny': None
  'objection.effect.allFor': { readonly purposes: Text | number }
  'objection.effect.someAny': { readonly types: Text | number }
  'objection.effect.someFor': { readonly types: Text | number; readonly purposes: Text | number }
  'objection.effect.stopped': { readonly records: Text | number }
  'objection.effect.stoppedForThat': { readonly records: Text | number }
  'objection.effect.stopped_nothing_no_records': None
  'objection.effect.stopped_nothing_out_of_scope': None
  'objection.effect.stopped_nothing_exempt': None
  'objection.effect.stopped_nothing_consent_only': None
  'objection.effect.exempt': { readonly records: Text | number; readonly basis: Text | number }
  'objection.effect.exemptByLaw': { readonly records: Text | number; readonly basis: Text | number; readonly section: Text | number; readonly law: Text | number }
  'objection.effect.outOfScope': { readonly records: Text | number }
  'objection.effect.othersDecide': { readonly records: Text | number }
  'objection.effect.consentOnly': { readonly records: Text | number }
  'objection.effect.opened': { readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'objection.effect.moreOpened': { readonly count: number }
  'objection.effect.takeBackThat': None
  'objection.effect.takeBackAny': None
  'objection.effect.later': None
  'objection.effect.stillRead': None
  'objection.effect.takeBack': None
  'objection.then.allAny': { readonly day: Text | number }
  'objection.then.allFor': { readonly day: Text | number; readonly purposes: Text | number }
  'objection.then.someAny': { readonly day: Text | number; readonly types: Text | number }
  'objection.then.someFor': { readonly day: Text | number; readonly types: Text | number; readonly purposes: Text | number }
  'objection.then.stopped': { readonly records: Text | number }
  'objection.then.stopped_nothing_no_records': None
  'objection.then.stopped_nothing_out_of_scope': None
  'objection.then.stopped_nothing_exempt': None
  'objection.then.stopped_nothing_consent_only': None
  'objection.then.holds': None
  'objection.then.takenBack': { readonly day: Text | number }
  'objection.noObjection': { readonly id: Text | number }
  'objection.noObjection.remedy': None
  'objection.recorded': None
  'objection.toWithdrawConsent': { readonly id: Text | number }
  'objection.toWithdraw': { readonly id: Text | number }
  'objection.withdrawn': { readonly id: Text | number; readonly at: Text | number }
  'objection.line.objection': None
  'objection.line.purposes': None
  'objection.line.everyPurpose': None
  'objection.line.everyType': None
  'objection.line.lodged': None
  'objection.line.stopped': None
  'objection.line.inForce': None
  'objection.line.withdrawn': { readonly at: Text | number }
  'objection.line.stopped_some': None
  'objection.line.stopped_nothing_no_records': None
  'objection.line.stopped_nothing_out_of_scope': None
  'objection.line.stopped_nothing_exempt': None
  'objection.line.stopped_nothing_consent_only': None
  'ending.grant': None
  'ending.delegation': None
  'ending.objection': None
  'ending.how': None
  'ending.grantWhat': { readonly subject: Text | number; readonly reader: Text | number; readonly types: Text | number; readonly purpose: Text | number }
  'ending.grantMeans': { readonly reader: Text | number }
  'ending.mandateWhat': { readonly delegate: Text | number; readonly principal: Text | number }
  'ending.mandateMeans': None
  'ending.objectionMeans': None
  'grant.replaces': None
  'grant.replacesNone': None
  'grant.replacesThis': { readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'grant.noGrant': { readonly id: Text | number }
  'grant.noGrant.remedy': None
  'grant.nothingWritten': None
  'grant.recorded': { readonly id: Text | number }
  'grant.over': { readonly id: Text | number; readonly at: Text | number }
  'grant.doTheyAgree': None
  'grant.readOut': { readonly name: Text | number }
  'grant.line.grant': None
  'grant.line.to': None
  'grant.line.for': None
  'grant.line.types': None
  'grant.line.until': None
  'grant.line.from': None
  'grant.line.before': None
  'grant.line.keep': None
  'grant.line.replaces': None
  'grant.line.request': None
  'grant.line.status': None
  'grant.line.withdrawn': { readonly at: Text | number }
  'terms.from': None
  'terms.fromHelp': None
  'terms.to': None
  'terms.keep': None
  'terms.keepHelp': None
  'terms.fromDay': { readonly day: Text | number }
  'terms.toDay': { readonly day: Text | number }
  'terms.keepDay': { readonly day: Text | number }
  'requests.title': None
  'requests.none': None
  'requests.toMatch': None
  'requests.toAsk': None
  'requests.setAside': None
  'requests.asker': None
  'requests.for': None
  'requests.about': None
  'requests.asked': None
  'requests.lapses': None
  'requests.open': None
  'requests.aboutPhone': { readonly phone: Text | number }
  'requests.aboutNumber': { readonly number: Text | number }
  'requests.aboutParty': { readonly party: Text | number }
  'requests.of': { readonly asker: Text | number }
  'requests.reason': None
  'requests.terms': None
  'requests.until': None
  'requests.status': None
  'requests.who': None
  'requests.whoHelp': None
  'requests.noCandidate': None
  'requests.byOwnWord': { readonly name: Text | number }
  'requests.another': None
  'requests.anotherName': None
  'requests.nobody': None
  'requests.choose': None
  'requests.match': None
  'requests.unknownParty': None
  'requests.isAbout': { readonly name: Text | number }
  'requests.isNobody': None
  'requests.rematch': None
  'requests.narrower': None
  'requests.narrowerHelp': None
  'requests.types': { readonly asker: Text | number }
  'requests.refuse': None
  'requests.refuseMeans': { readonly name: Text | number; readonly asker: Text | number }
  'requests.refuseSure': None
  'requests.written.matched': None
  'requests.written.granted': None
  'requests.written.refused': None
  'requests.status.open': None
  'requests.status.granted': None
  'requests.status.ended': None
  'requests.theirs': None
  'requests.noRequest': { readonly id: Text | number }
  'requests.noRequest.remedy': None
  'requests.notMatched': None
  'requests.notMatched.remedy': { readonly id: Text | number }
  'requests.isById': None
  'requests.isById.remedy': { readonly id: Text | number }
  'requests.isAboutAnother': None
  'requests.isAboutAnother.remedy': None
  'requests.noPerson': None
  'requests.noPerson.remedy': None
  'requests.refused': { readonly person: Text | number; readonly asker: Text | number }
  'requests.lapsesAlone': None
  'requests.matchedTo': { readonly person: Text | number; readonly id: Text | number }
  'requests.nothingWritten': None
  'requests.noOne': None
  'requests.line.by': None
  'requests.line.reason': None
  'requests.line.person': None
  'requests.line.notKnown': None
  'requests.candidate': { readonly who: Text | number; readonly command: Text | number }
  'requests.noMemberNumber': None
  'requests.claiming': None
  'requests.noOneHas': None
  'requests.whoHas': None
  'requests.ifNobody': { readonly command: Text | number }
  'requests.noneOfThem': { readonly command: Text | number }
  'paper.by': { readonly name: Text | number; readonly cooperative: Text | number; readonly day: Text | number }
  'paper.sign': None
  'paper.day': None
  'paper.witness': None
  'paper.clerk': None
  'paper.number': { readonly id: Text | number }
  'paper.help': None
  'paper.printIn': None
  'paper.fromNowOn': { readonly language: Text | number; readonly name: Text | number }
  'paper.unreviewed': None
  'access.title': None
  'access.help': None
  'access.handedOver': None
  'answer.title': None
  'answer.page': None
  'answer.asked': None
  'answer.by': None
  'answer.byCooperative': { readonly name: Text | number }
  'answer.dueBy': { readonly at: Text | number; readonly timeZone: Text | number; readonly day: Text | number }
  'answer.part.records': None
  'answer.unlessSaid': None
  'answer.part.grants': None
  'answer.part.objections': None
  'answer.part.delegations': None
  'answer.part.redactions': None
  'answer.part.messages': None
  'answer.part.disclosures': None
  'answer.shown.month': None
  'answer.shown.why': None
  'answer.shown.records': None
  'answer.shown.days': None
  'answer.shown.fromTo': { readonly first: Text | number; readonly last: Text | number }
  'answer.shown.ownWork': None
  'answer.shown.noPurpose': None
  'answer.shown.own': { readonly why: Text | number }
  'answer.shown.consent': { readonly why: Text | number }
  'answer.shown.consent_of_others': { readonly why: Text | number }
  'answer.shown.whole': None
  'answer.nothing': None
  'answer.nobody': None
  'answer.toNobody': None
  'answer.emptyPart': { readonly title: Text | number; readonly nothing: Text | number }
  'answer.canDo': None
  'answer.canDoThis': None
  'answer.law': { readonly law: Text | number }
  'answer.you': None
  'answer.theCooperative': None
  'answer.namedInThem': None
  'answer.recordCount': { readonly count: number }
  'answer.deliveries': { readonly from: Text | number; readonly to: Text | number }
  'answer.whatIsRecorded': None
  'answer.onDays': { readonly count: Text | number; readonly days: Text | number }
  'answer.seeBelow': None
  'answer.grant.live': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'answer.grant.liveGiven': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.grant.revoked': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'answer.grant.revokedGiven': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.grant.expired': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'answer.grant.expiredGiven': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.unnamedReader': None
  'answer.mandate': { readonly delegate: Text | number; readonly principal: Text | number; readonly acts: Text | number; readonly types: Text | number; readonly from: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.mandateEnded': { readonly delegate: Text | number; readonly principal: Text | number; readonly acts: Text | number; readonly types: Text | number; readonly from: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.act.assert': None
  'answer.act.correct': None
  'answer.act.confirm': None
  'answer.act.object': None
  'answer.how.app': None
  'answer.how.ussd_pin': None
  'answer.how.in_person': None
  'answer.how.written': None
  'answer.how.in_person_signature': None
  'answer.how.ussd_confirmation': None
  'answer.how.witnessed': None
  'answer.how.organisational_bylaw': None
  'answer.howElse': { readonly code: Text | number }
  'answer.leftOut': { readonly members: Text | number }
  'answer.leftOutTimes': { readonly member: Text | number; readonly count: number }
  'answer.member.asserted_by': None
  'answer.member.on_behalf_of': None
  'answer.member.from_party': None
  'answer.member.to_party': None
  'answer.member.producer': None
  'answer.member.holder': None
  'answer.member.obligor': None
  'answer.member.obligee': None
  'answer.member.party': None
  'answer.member.same_as': None
  'answer.member.inputs': None
  'answer.member.custodian': None
  'answer.member.grantee': None
  'answer.member.subject': None
  'answer.member.principal': None
  'answer.member.delegate': None
  'answer.member.lodged_by': None
  'answer.member.device_id': None
  'answer.member.used_by': None
  'answer.member.delegation_id': None
  'answer.record.party': { readonly facts: Text | number }
  'answer.record.harvest': { readonly producer: Text | number; readonly goods: Text | number }
  'answer.record.lot': { readonly holder: Text | number; readonly goods: Text | number }
  'answer.record.delivery_confirmation': { readonly manner: Text | number }
  'answer.record.payment_confirmation': { readonly manner: Text | number }
  'answer.record.obligation_confirmation': { readonly manner: Text | number }
  'answer.record.signed': { readonly signer: Text | number; readonly what: string; readonly manner: Text | number; readonly author: Text | number }
  'answer.record.custody_transfer': { readonly from: Text | number; readonly to: Text | number }
  'answer.record.custody_transferWeighed': { readonly from: Text | number; readonly to: Text | number; readonly goods: Text | number }
  'answer.record.loss': { readonly cause: Text | number; readonly goods: Text | number }
  'answer.record.obligation': { readonly obligor: Text | number; readonly obligee: Text | number; readonly facts: Text | number }
  'answer.record.payment': { readonly payer: Text | number; readonly amount: Text | number; readonly payee: Text | number; readonly facts: Text | number }
  'answer.record.retraction': { readonly reason: Text | number }
  'answer.record.plot': { readonly holder: Text | number; readonly country: Text | number }
  'answer.record.plotNamed': { readonly name: Text | number; readonly holder: Text | number; readonly country: Text | number }
  'answer.record.due_diligence': { readonly filer: Text | number; readonly facts: Text | number }
  'answer.record.due_diligenceOn': { readonly filer: Text | number; readonly day: Text | number; readonly facts: Text | number }
  'answer.record.member': { readonly member: Text | number; readonly value: Text | number }
  'answer.fact.name': { readonly name: Text | number }
  'answer.fact.kind': { readonly kind: Text | number }
  'answer.fact.unknownKind': None
  'answer.fact.phone': { readonly phone: Text | number }
  'answer.fact.region': { readonly region: Text | number }
  'answer.fact.memberNo': { readonly number: Text | number }
  'answer.fact.language': { readonly language: Text | number }
  'answer.fact.messages': None
  'answer.fact.noMessages': None
  'answer.fact.due': { readonly day: Text | number }
  'answer.fact.crops': { readonly crops: Text | number }
  'answer.fact.hectares': { readonly figure: Text | number; readonly area: number }
  'answer.fact.at': { readonly coordinates: Text | number }
  'answer.fact.noCoordinates': None
  'answer.fact.plot': None
  'answer.fact.plotNamed': { readonly name: Text | number }
  'answer.fact.reference': { readonly number: Text | number }
  'answer.fact.verification': { readonly number: Text | number }
  'answer.fact.contingency': None
  'answer.goods.of': { readonly quantity: Text | number; readonly crop: Text | number }
  'answer.goods.none': None
  'answer.goods.noneOf': { readonly crop: Text | number }
  'answer.goods.called': { readonly quantity: Text | number; readonly label: Text | number }
  'answer.goods.reckoned': { readonly goods: Text | number; readonly kg: Text | number }
  'answer.owed.deliver_produce': None
  'answer.owed.repay_input_credit': None
  'answer.owed.repay_loan': None
  'answer.owed.pay_for_goods': None
  'answer.owed.other': None
  'answer.owedElse': { readonly kind: Text | number }
  'answer.otherReason': None
  'answer.recordedBy': { readonly author: Text | number }
  'answer.recordedByFor': { readonly author: Text | number; readonly principal: Text | number }
  'answer.recordedOn': { readonly recorded: Text | number; readonly received: Text | number }
  'answer.basis': { readonly basis: Text | number }
  'answer.basisByLaw': { readonly basis: Text | number; readonly section: Text | number }
  'answer.ground': { readonly letter: Text | number }
  'answer.groundIs': { readonly letter: Text | number; readonly basis: Text | number }
  'answer.is.tip': None
  'answer.is.superseded': None
  'answer.is.forked': None
  'answer.is.retracted': None
  'answer.more.season': { readonly text: Text | number }
  'answer.more.grade': { readonly text: Text | number }
  'answer.more.location': { readonly text: Text | number }
  'answer.more.note': { readonly text: Text | number }
  'answer.more.inputs': { readonly count: number }
  'answer.more.settles': { readonly count: number }
  'answer.more.reference': { readonly text: Text | number }
  'answer.more.plot_ids': { readonly count: number }
  'answer.more.evidence': { readonly count: number }
  'answer.more.confirmed': None
  'answer.more.signed': None
  'answer.more.marked': { readonly flags: Text | number }
  'answer.prediction': { readonly model: Text | number; readonly version: Text | number; readonly name: Text | number; readonly value: Text | number; readonly count: number }
  'answer.predictionBy': { readonly author: Text | number; readonly received: Text | number }
  'answer.confidence': { readonly figure: Text | number }
  'answer.stale.input_retracted': None
  'answer.stale.input_forked': None
  'answer.stale.input_superseded': None
  'answer.stale.input_not_readable': None
  'answer.noRequest': { readonly id: Text | number }
  'answer.noRequest.remedy': None
  'answer.wasAnswered': { readonly at: Text | number }
  'answer.wasAnswered.remedy': None
  'answer.noneToClose': { readonly id: Text | number }
  'answer.noneToClose.remedy': None
  'answer.opened': { readonly at: Text | number }
  'answer.toWrite': { readonly id: Text | number }
  'answer.notYet': None
  'answer.overdue': { readonly at: Text | number }
  'answer.line.name': None
  'answer.line.dueBy': None
  'answer.line.answered': None
  'answer.line.request': None
  'answer.isIn': { readonly file: Text | number }
  'answer.newFile': None
  'answer.progress': { readonly records: number; readonly disclosures: number }
  'readers.title': None
  'readers.add': None
  'readers.live': None
  'readers.asMember': None
  'readers.allRead': None
  'readers.tokens': None
  'readers.known': None
  'readers.noTokens': None
  'readers.noneYet': None
  'readers.allOver': None
  'readers.kind': None
  'readers.kind.reader': None
  'readers.kind.party': None
  'readers.kind.metrics': None
  'readers.until': None
  'readers.untilHelp': None
  'readers.forever': None
  'readers.make': None
  'readers.made': None
  'readers.once': None
  'readers.revoke': None
  'readers.revokeMeans': { readonly name: Text | number }
  'readers.ended': None
  'invitation.title': { readonly name: Text | number }
  'invitation.what': { readonly cooperative: Text | number }
  'invitation.address': None
  'invitation.token': None
  'invitation.fingerprint': None
  'invitation.call': None
  'invitation.ask': { readonly who: Text | number }
  'invitation.theCooperative': None
  'invitation.toDo': None
  'invitation.twoSteps': None
  'invitation.trustAuthority': { readonly url: Text | number }
  'invitation.compareCertificate': None
  'invitation.signIn': { readonly url: Text | number; readonly code: string }
  'invitation.typeToken': None
  'invitation.listForEach': None
  'invitation.withPassword': { readonly url: Text | number }
  'invitation.list': None
  'invitation.toKnow': None
  'invitation.readsOnly': { readonly at: Text | number }
  'invitation.isNoted': None
  'invitation.keepSafe': None
  'readers.mayRead': None
  'readers.nothing': None
  'readers.hasRead': None
  'readers.sent': None
  'readers.sentWhat': None
  'readers.send': None
  'readers.sendEnd': None
  'readers.sendEndMeans': { readonly address: Text | number }
  'readers.sendTo': None
  'readers.sendToken': None
  'readers.sendFingerprint': None
  'readers.sendFingerprintHelp': None
  'once.again': None
  'once.unreachable': None
  'once.sheetLost': { readonly id: Text | number }
  'once.inviteUnreachable': None
  'once.handOver': { readonly id: Text | number }
  'devices.title': None
  'devices.none': None
  'devices.device': None
  'devices.whose': None
  'devices.sent': None
  'devices.fetched': None
  'devices.clock': None
  'devices.nothing': None
  'devices.all': { readonly at: Text | number }
  'devices.part': { readonly at: Text | number }
  'devices.taken': { readonly count: number }
  'devices.rejected': { readonly count: number }
  'devices.clockRight': None
  'devices.clockBehind': { readonly time: Text | number }
  'devices.clockAhead': { readonly time: Text | number }
  'devices.new': None
  'devices.carrier': None
  'devices.carrier.officer': None
  'devices.carrier.member': None
  'devices.officer': None
  'devices.officerHelp': None
  'devices.officerNeeded': None
  'devices.usedBy': None
  'devices.nobodyNamed': None
  'devices.name': None
  'devices.nameHelp': None
  'devices.nameNew': { readonly number: Text | number }
  'devices.member': None
  'devices.memberHelp': None
  'devices.names': None
  'devices.namesHelp': None
  'devices.setNames': None
  'devices.named': None
  'devices.life': None
  'devices.life.hour': None
  'devices.life.day': None
  'devices.life.week': None
  'devices.since': None
  'devices.sinceHelp': None
  'devices.enrol': None
  'devices.code': None
  'devices.type': None
  'devices.address': None
  'devices.qr': None
  'devices.revoke': None
  'devices.revokeMeans': { readonly device: Text | number; readonly name: Text | number }
  'devices.ended': None
  'devices.unknown': { readonly id: Text | number }
  'devices.badName': { readonly most: Text | number }
  'devices.badName.remedy': None
  'devices.unnamed': { readonly who: Text | number }
  'devices.unnamed.remedy': None
  'devices.nobody': None
  'devices.nobody.remedy': None
  'devices.nothingNamed': None
  'devices.nothingNamed.remedy': None
  'devices.unknown.remedy': None
  'devices.badLife': { readonly text: Text | number; readonly days: Text | number }
  'devices.badLife.remedy': None
  'devices.line.validFor': None
  'devices.validFor': { readonly name: Text | number; readonly until: Text | number }
  'devices.line.authority': None
  'devices.line.certificate': None
  'devices.line.lastVisit': None
  'devices.line.remarks': None
  'devices.typeBoth': None
  'devices.scanOrType': None
  'devices.unreachable': { readonly option: Text | number }
  'devices.isRevoked': { readonly id: Text | number; readonly at: Text | number }
  'devices.isNamed': { readonly name: Text | number; readonly who: Text | number }
  'devices.sum.taken': { readonly figure: Text | number }
  'devices.sum.again': { readonly figure: Text | number }
  'devices.sum.refused': { readonly figure: Text | number; readonly reason: Text | number }
  'devices.sum.all': { readonly at: Text | number }
  'devices.sum.part': { readonly at: Text | number }
  'devices.remark.revoked': { readonly at: Text | number }
  'devices.remark.ahead': { readonly time: Text | number }
  'devices.remark.behind': { readonly time: Text | number }
  'credential.unknown': { readonly id: Text | number }
  'credential.unknown.remedy': None
  'credential.once': { readonly id: Text | number }
  'credential.line.expires': None
  'credential.line.never': None
  'credential.line.revoked': None
  'credential.line.credential': None
  'credential.isRevoked': { readonly id: Text | number; readonly at: Text | number }
  'import.title': None
  'import.what': None
  'import.sheet': None
  'import.map': None
  'import.mapHelp': None
  'import.read': None
  'import.noSheet': None
  'import.goOn': { readonly name: Text | number }
  'import.gone': None
  'import.running': None
  'import.leaveOpen': None
  'import.leave': None
  'import.done': None
  'import.columns': None
  'import.known': None
  'import.useKept': None
  'import.column': None
  'import.is': None
  'import.examples': None
  'import.howSure': None
  'import.choose': None
  'import.decide': None
  'import.decideWhy': { readonly why: Text | number }
  'import.toDecide': { readonly count: number }
  'import.nothingGuessed': None
  'import.notInFile': None
  'import.whichSheet': None
  'import.check': { readonly count: number }
  'import.look': None
  'import.firstRows': None
  'import.noFirstRows': None
  'import.record': None
  'import.quantity': None
  'import.price': None
  'import.notImported': None
  'import.rowsOf': { readonly rows: number }
  'import.rowsLike': { readonly rows: number; readonly map: Text | number; readonly fits: Text | number; readonly all: Text | number }
  'import.onSheet': { readonly sheet: Text | number }
  'import.headingsIn': { readonly count: number; readonly rows: Text | number }
  'import.became.delivery': { readonly day: Text | number; readonly who: Text | number; readonly crop: Text | number }
  'import.became.harvest': { readonly day: Text | number; readonly who: Text | number; readonly crop: Text | number }
  'import.became.party': { readonly who: Text | number }
  'import.became.plot': { readonly name: Text | number; readonly who: Text | number }
  'import.became.plotAt': { readonly latitude: Text | number; readonly longitude: Text | number; readonly who: Text | number }
  'import.became.plotOf': { readonly who: Text | number }
  'import.became.quantity': { readonly quantity: Text | number }
  'import.became.bags': { readonly quantity: Text | number; readonly count: number; readonly each: Text | number }
  'import.became.price': { readonly price: Text | number }
  'import.noHeading': None
  'import.stopped': { readonly why: Text | number }
  'import.wasStopped': None
  'import.tryAgain': None
  'import.dry': None
  'import.rows': None
  'import.row.total': None
  'import.row.new': None
  'import.row.already_imported': None
  'import.row.changed': None
  'import.row.at_fault': None
  'import.row.left_out': None
  'import.written.total': None
  'import.written.new': None
  'import.written.already_imported': None
  'import.written.changed': None
  'import.written.at_fault': None
  'import.written.left_out': None
  'import.lacks.kg': None
  'import.lacks.day': None
  'import.lacks.number': None
  'import.made': None
  'import.toMake': None
  'import.there': None
  'import.refused': None
  'import.matches': None
  'import.member': None
  'import.row': None
  'import.spellings': None
  'import.changes': None
  'import.faults': None
  'import.fault': None
  'import.cells': None
  'import.rowNumbers': None
  'import.faultAt': { readonly fault: Text | number; readonly remedy: Text | number }
  'import.theRow': { readonly fault: Text | number; readonly remedy: Text | number }
  'import.theRowAlso': { readonly fault: Text | number; readonly count: number; readonly rows: Text | number; readonly remedy: Text | number }
  'import.theCell': { readonly cell: Text | number; readonly fault: Text | number; readonly remedy: Text | number }
  'import.theCellAlso': { readonly cell: Text | number; readonly fault: Text | number; readonly count: number; readonly rows: Text | number; readonly remedy: Text | number }
  'import.cell': { readonly column: Text | number; readonly value: Text | number }
  'import.fault.isEmpty': None
  'import.fault.meansEmpty': None
  'import.fault.empty.remedy': None
  'import.fault.lacksInTable': { readonly member: Text | number; readonly table: Text | number }
  'import.fault.lacksInTable.remedy': None
  'import.fault.notInTable': { readonly table: Text | number }
  'import.fault.notInTable.remedy': None
  'import.fault.notAWord': None
  'import.fault.notAWord.remedy': { readonly words: Text | number }
  'import.fault.notText': None
  'import.fault.notText.remedy': None
  'import.fault.lostLetters': None
  'import.fault.lostLetters.remedy': None
  'import.fault.formula': None
  'import.fault.formula.remedy': None
  'import.fault.notReal': None
  'import.fault.notReal.remedy': None
  'import.fault.errorCell': None
  'import.fault.errorCell.remedy': None
  'import.fault.merged': { readonly cells: Text | number }
  'import.fault.merged.remedy': None
  'import.fault.inFuture': None
  'import.fault.inFuture.remedy': None
  'import.fault.date.remedy': { readonly examples: Text | number }
  'import.fault.date.year': None
  'import.fault.date.years': None
  'import.fault.date.month': None
  'import.fault.date.notADay': None
  'import.fault.date.weekday': None
  'import.fault.date.twoDates': None
  'import.fault.date.noFormat': None
  'import.fault.noRecord': None
  'import.fault.noRecord.remedy': None
  'import.fault.shape': { readonly member: Text | number; readonly fault: Text | number }
  'import.fault.shape.remedy': None
  'import.fault.toItself': None
  'import.fault.toItself.remedy': None
  'import.fault.startsAfterLot': None
  'import.fault.startsAfterLot.remedy': None
  'import.fault.noKgOfLot': None
  'import.fault.noKgOfLot.remedy': { readonly crop: Text | number }
  'import.fault.lacksRecord': { readonly type: Text | number; readonly missing: Text | number }
  'import.fault.lacksRecord.remedy': { readonly missing: Text | number; readonly type: Text | number }
  'import.fault.belowZero': None
  'import.fault.zero': None
  'import.fault.realAmount.remedy': None
  'import.fault.notANumber': None
  'import.fault.notANumber.remedy': { readonly example: Text | number }
  'import.fault.notANumberGrouped.remedy': { readonly example: Text | number; readonly grouped: Text | number }
  'import.fault.tare': None
  'import.fault.tare.remedy': { readonly column: Text | number }
  'import.fault.noUnit': None
  'import.fault.noUnit.remedy': { readonly units: Text | number }
  'import.fault.unknownUnit': None
  'import.fault.unknownUnit.remedy': { readonly units: Text | number }
  'import.fault.unknownUnitAfter.remedy': { readonly units: Text | number }
  'import.fault.factorOfOther': None
  'import.fault.factorOfOther.remedy': { readonly crop: Text | number; readonly map: Text | number }
  'import.fault.moreThan': { readonly most: Text | number }
  'import.fault.lessThan': { readonly least: Text | number }
  'import.fault.weight.remedy': None
  'import.fault.weightOfOne.remedy': { readonly containers: Text | number }
  'import.fault.notOfCurrency': None
  'import.fault.notOfCurrency.remedy': { readonly decimals: Text | number }
  'import.fault.noKgForPrice': None
  'import.fault.noKgForPrice.remedy': None
  'import.fault.noAmount': None
  'import.fault.otherPrice': { readonly column: Text | number }
  'import.fault.otherPrice.remedy': None
  'import.fault.noAmount.remedy': None
  'import.fault.noMember': None
  'import.fault.noMember.remedy': None
  'import.fault.person': { readonly name: Text | number; readonly number: Text | number }
  'import.fault.numberOf': { readonly person: Text | number }
  'import.fault.numberOf.remedy': None
  'import.fault.unlikeName': { readonly person: Text | number }
  'import.fault.unlikeName.remedy': None
  'import.fault.sameName': { readonly person: Text | number }
  'import.fault.samePhone': { readonly person: Text | number }
  'import.fault.same.remedy': None
  'import.fault.mayBe': { readonly people: Text | number }
  'import.fault.or': { readonly one: Text | number; readonly other: Text | number }
  'import.fault.mayBe.remedy': None
  'import.fault.known.phone_and_name': { readonly person: Text | number }
  'import.fault.known.phone': { readonly person: Text | number }
  'import.fault.known.name': { readonly person: Text | number }
  'import.fault.oneOf': { readonly people: Text | number }
  'import.fault.oneOf.remedy': None
  'import.fault.numberOfTwo': None
  'import.fault.numberOfTwo.remedy': None
  'import.fault.notAPhone': None
  'import.fault.notAPhone.remedy': None
  'import.fault.notALanguage': None
  'import.fault.notALanguage.remedy': None
  'import.fault.notIds': { readonly why: Text | number }
  'import.fault.notIds.remedy': None
  'import.fault.nobody': None
  'import.fault.nobody.remedy': None
  'import.fault.asAbove': None
  'import.fault.asAbove.remedy': None
  'import.fault.notAName': None
  'import.fault.notAName.remedy': None
  'import.fault.notImported': { readonly type: Text | number }
  'import.fault.notImported.remedy': None
  'import.fault.forked': { readonly type: Text | number }
  'import.fault.forked.remedy': { readonly id: Text | number }
  'import.fault.retracted': { readonly type: Text | number }
  'import.fault.retracted.remedy': None
  'import.fault.corrected': { readonly type: Text | number }
  'import.fault.corrected.remedy': { readonly id: Text | number }
  'import.fault.noLongerMade': { readonly type: Text | number }
  'import.fault.noLongerMade.remedy': { readonly type: Text | number; readonly id: Text | number }
  'import.fault.missingLot': None
  'import.fault.missingLot.remedy': None
  'import.fault.contradicted': None
  'import.fault.contradicted.remedy': None
  'import.fault.unlikeNames': None
  'import.fault.unlikeNames.remedy': None
  'import.fault.numberOfAnother': None
  'import.fault.numberOfAnother.remedy': None
  'import.fault.sameKey': None
  'import.fault.sameKey.remedy': None
  'import.fault.sameParty': None
  'import.fault.sameParty.remedy': None
  'import.fault.sameRow': None
  'import.fault.sameRow.remedy': None
  'import.fault.moreCells': None
  'import.fault.fewerCells': None
  'import.fault.cells.remedy': None
  'import.fault.idTaken': { readonly type: Text | number }
  'import.fault.idTaken.remedy': None
  'import.fault.refused': { readonly type: Text | number; readonly why: Text | number }
  'import.noReason': None
  'import.fault.refused.remedy': None
  'import.fault.notACountry': None
  'import.fault.notACountry.remedy': None
  'import.fault.notASize': None
  'import.fault.notASize.remedy': None
  'import.fault.degrees.remedy': None
  'import.outline.thePlot': { readonly fault: Text | number }
  'import.outline.corners': { readonly corners: Text | number }
  'import.outline.moreCorners': { readonly most: Text | number }
  'import.outline.corners.remedy': None
  'import.outline.short': None
  'import.outline.short.remedy': None
  'import.outline.open': { readonly metres: number }
  'import.outline.open.remedy': None
  'import.outline.unknown': None
  'import.outline.unknown.remedy': None
  'import.outline.shape': { readonly shape: Text | number }
  'import.outline.noShape': None
  'import.outline.shape.remedy': None
  'import.outline.faulty': None
  'import.outline.noCoordinates': None
  'import.outline.again.remedy': None
  'import.outline.notPositions': None
  'import.outline.notPositions.remedy': None
  'import.outline.latitude': { readonly latitude: Text | number }
  'import.outline.longitude': { readonly longitude: Text | number }
  'import.outline.swapped.remedy': None
  'import.outline.coordinates.remedy': None
  'import.outline.noCorners': None
  'import.outline.fewCorners': None
  'import.outline.draw.remedy': None
  'import.outline.hole': None
  'import.outline.hole.remedy': None
  'import.outline.crosses': None
  'import.outline.crosses.remedy': None
  'import.outline.notClosed': None
  'import.outline.notClosed.remedy': None
  'import.outline.antimeridian': None
  'import.outline.antimeridian.remedy': None
  'import.outline.elsewhere': { readonly found: Text | number; readonly country: Text | number }
  'import.outline.nowhere': { readonly country: Text | number }
  'import.outline.elsewhere.remedy': None
  'import.rejects': None
  'import.mapFile': None
  'import.correct': None
  'import.accept': None
  'import.write': { readonly count: number }
  'import.lookAgain': None
  'import.continue': None
  'import.interrupted': None
  'import.stopping': None
  'import.stoppedBy': { readonly what: Text | number; readonly remedy: Text | number }
  'import.noMap': None
  'import.noMap.remedy': { readonly propose: Text | number; readonly command: Text | number }
  'import.map.faults': { readonly faults: Text | number }
  'import.map.faults.remedy': None
  'import.map.at': { readonly pointer: Text | number; readonly fault: Text | number }
  'import.map.whole': { readonly fault: Text | number }
  'import.map.notJson': { readonly reason: Text | number }
  'import.map.tooLarge': { readonly most: Text | number }
  'import.map.required': None
  'import.map.unknownMember': None
  'import.map.type': { readonly type: string }
  'import.map.lowerCase': { readonly example: Text | number }
  'import.map.aDay': None
  'import.map.pattern': { readonly pattern: Text | number }
  'import.map.isEmpty': None
  'import.map.longText': { readonly most: number }
  'import.map.longList': { readonly most: number }
  'import.map.atLeast': { readonly least: Text | number }
  'import.map.atMost': { readonly most: Text | number }
  'import.map.moreThan': { readonly bound: Text | number }
  'import.map.multipleOf': { readonly of: Text | number }
  'import.map.oneOf': { readonly words: Text | number }
  'import.map.oneOfNot': { readonly words: Text | number; readonly code: Text | number }
  'import.map.timeZone': None
  'import.map.thousands': None
  'import.map.setTogether': { readonly other: Text | number }
  'import.map.skipNothing': None
  'import.map.keyOfParties': None
  'import.map.makesNothing': None
  'import.map.name': None
  'import.map.reserved': None
  'import.map.twice': None
  'import.map.columnOrConstant': None
  'import.map.undecided': { readonly column: Text | number }
  'import.map.columnOrLabel': None
  'import.map.formats': None
  'import.map.tablePlace': None
  'import.map.cooperative': None
  'import.map.alsoParty': None
  'import.map.alsoSet': None
  'import.map.ofMoney': None
  'import.map.sameAs': None
  'import.map.sameAsTwice': None
  'import.map.tareOfMany': None
  'import.map.units': None
  'import.map.mostKg': None
  'import.map.noConversion': { readonly id: Text | number }
  'import.map.ofOtherUnit': { readonly unit: Text | number; readonly other: Text | number }
  'import.map.ofOtherCrop': { readonly crop: Text | number; readonly other: Text | number }
  'import.map.noRole': { readonly role: Text | number }
  'import.map.notOneOf': { readonly section: Text | number }
  'import.map.namesNone': { readonly section: Text | number; readonly name: Text | number }
  'import.map.onlyColumn': None
  'import.map.notListed': None
  'import.map.together': { readonly one: Text | number; readonly other: Text | number }
  'import.map.noRow': { readonly kind: Text | number; readonly code: Text | number }
  'import.map.requiredHere': None
  'import.map.keyOfPlots': None
  'import.map.pricePer': None
  'import.map.twoOutlines': None
  'import.map.notMade': { readonly type: Text | number }
  'import.map.noTarget': { readonly type: Text | number }
  'import.map.drawnFromIt': None
  'import.map.date.twice': { readonly pattern: Text | number; readonly field: string }
  'import.map.date.century': { readonly pattern: Text | number }
  'import.map.date.incomplete': { readonly pattern: Text | number }
  'import.map.toFillIn': { readonly kind: Text | number; readonly file: Text | number; readonly command: Text | number }
  'import.notWritable': { readonly file: Text | number }
  'import.notWritable.remedy': None
  'import.rejectsFile': { readonly file: Text | number }
  'import.report.rows': { readonly map: Text | number; readonly count: number }
  'import.report.were': { readonly imported: Text | number; readonly state: string; readonly known: Text | number; readonly changed: Text | number; readonly after: string; readonly faulty: Text | number }
  'import.report.skipped': { readonly count: number }
  'import.report.lacks.kg': { readonly count: number }
  'import.report.lacks.day': { readonly count: number }
  'import.report.lacks.number': { readonly count: number }
  'import.report.dry': None
  'import.report.stopped': { readonly count: number; readonly why: Text | number }
  'import.report.goOn': None
  'import.report.records': None
  'import.report.written': { readonly count: number }
  'import.report.toWrite': { readonly count: number }
  'import.report.corrected': { readonly count: number }
  'import.report.toCorrect': { readonly count: number }
  'import.report.there': { readonly count: number }
  'import.report.refused': { readonly count: number }
  'import.report.known': { readonly count: number }
  'import.report.knownAlso': { readonly count: number; readonly more: Text | number; readonly by: string }
  'import.report.match': { readonly row: Text | number; readonly column: Text | number; readonly person: Text | number }
  'import.report.spellings': None
  'import.report.more': { readonly count: Text | number }
  'import.report.changes': None
  'import.report.change': { readonly row: Text | number; readonly column: Text | number; readonly now: Text | number; readonly before: Text | number }
  'import.report.changeOfMap': { readonly row: Text | number; readonly before: Text | number }
  'import.report.before': { readonly was: Text | number }
  'import.report.nothingBefore': None
  'import.report.moreChanges': { readonly count: Text | number }
  'import.report.next': None
  'import.report.next.import': None
  'import.report.next.noKey': { readonly count: number; readonly rows: Text | number }
  'import.report.next.correct': None
  'import.report.next.writeCorrections': None
  'import.report.next.faults': None
  'import.report.next.nothing': None
  'import.report.faults': None
  'import.report.fault': { readonly column: Text | number; readonly fault: Text | number; readonly count: number; readonly rows: Text | number }
  'import.report.rowFault': { readonly fault: Text | number; readonly count: number; readonly rows: Text | number }
  'import.report.value': { readonly value: Text | number }
  'import.report.ofRows': { readonly rows: Text | number }
  'import.report.valueOfRows': { readonly value: Text | number; readonly rows: Text | number }
  'import.was.member': { readonly member: Text | number; readonly value: Text | number }
  'import.was.note': { readonly note: Text | number }
  'import.was.none': { readonly type: Text | number }
  'payment.notAList': { readonly file: Text | number }
  'payment.notAList.remedy': None
  'payment.list.unsealed': None
  'payment.list.changed': None
  'payment.list.rows': None
  'payment.list.row': { readonly row: Text | number; readonly name: Text | number; readonly cells: Text | number }
  'payment.list.moreRows': { readonly count: number }
  'payment.list.cell.member': None
  'payment.list.cell.telephone': None
  'payment.list.cell.amount': None
  'payment.list.cell.debts': None
  'payment.list.cell.reference': None
  'payment.otherPayer': { readonly file: Text | number }
  'payment.otherPayer.remedy': None
  'payment.newFile': None
  'payment.open.none': None
  'payment.open.lines': { readonly count: number; readonly sums: Text | number }
  'payment.open.files': { readonly list: Text | number; readonly copy: Text | number }
  'payment.open.before': None
  'payment.open.leftOut': { readonly count: number; readonly alone: number }
  'payment.open.why': None
  'payment.open.record': None
  'payment.open.not_agreed': None
  'payment.open.incomplete': None
  'payment.open.no_phone': None
  'payment.read.lines': { readonly count: number }
  'payment.read.were': { readonly paid: Text | number; readonly state: string; readonly retracted: Text | number; readonly already: Text | number; readonly failed: Text | number; readonly left: Text | number }
  'payment.read.named': { readonly count: number; readonly kinds: Text | number }
  'payment.read.named.fee': { readonly count: number; readonly rows: Text | number }
  'payment.read.named.zero': { readonly count: number; readonly rows: Text | number }
  'payment.read.named.in': { readonly count: number; readonly rows: Text | number }
  'payment.read.named.summary': { readonly count: number; readonly rows: Text | number }
  'payment.read.named.heading': { readonly count: number; readonly rows: Text | number }
  'payment.read.remark.both_ways': { readonly column: Text | number }
  'payment.read.remark.unclear_minus': { readonly column: Text | number }
  'payment.read.remark.paid_in': { readonly column: Text | number }
  'payment.read.remark.direction': { readonly column: Text | number }
  'payment.read.sums': { readonly state: string; readonly sums: Text | number }
  'payment.read.alsoBy': { readonly count: number; readonly rows: Text | number }
  'payment.read.unkept': { readonly count: number; readonly most: Text | number }
  'payment.leftFile': { readonly file: Text | number }
  'payment.left.state': None
  'payment.left.state.remedy': None
  'payment.left.transaction': None
  'payment.left.transaction.remedy': None
  'payment.left.contradicts': None
  'payment.left.contradicts.remedy': None
  'payment.left.changed': None
  'payment.left.changed.remedy': None
  'payment.left.corrected': None
  'payment.left.corrected.remedy': None
  'payment.left.forked': None
  'payment.left.forked.remedy': None
  'payment.left.other_list': None
  'payment.left.other_list.remedy': None
  'payment.left.list_changed': None
  'payment.left.list_changed.remedy': None
  'payment.left.no_match': None
  'payment.left.no_match.remedy': None
  'payment.left.several': None
  'payment.left.several.remedy': None
  'payment.left.amount': None
  'payment.left.amount.remedy': None
  'payment.left.telephone': None
  'payment.left.telephone.remedy': None
  'payment.left.masked': None
  'payment.left.masked.remedy': { readonly reference: string }
  'payment.left.phone_shortened': None
  'payment.left.phone_shortened.remedy': None
  'payment.left.phone_unread': None
  'payment.left.phone_unread.remedy': None
  'payment.left.time': None
  'payment.left.time.remedy': None
  'payment.left.closed': None
  'payment.left.closed.remedy': None
  'payment.left.came_back': { readonly number: Text | number }
  'payment.left.came_back.remedy': { readonly id: Text | number }
  'payment.left.came_back_several': None
  'payment.left.came_back_several.remedy': None
  'payment.left.came_back_unknown': None
  'payment.left.came_back_unknown.remedy': None
  'payment.left.came_in': None
  'payment.left.came_in.remedy': None
  'payment.left.refused': { readonly why: Text | number }
  'payment.left.refused.remedy': None
  'screening.rows': { readonly count: number }
  'screening.were': { readonly stored: Text | number; readonly state: string; readonly there: Text | number; readonly faulty: Text | number }
  'screening.verdicts': None
  'screening.keepFile': None
  'screening.correct': None
  'screening.nothing': None
  'screening.progress': { readonly done: Text | number; readonly of: number; readonly doing: string }
  'screening.notADay': { readonly text: Text | number }
  'screening.notADay.remedy': None
  'screening.again.remedy': None
  'screening.onePlotEach.remedy': None
  'screening.unchanged.remedy': None
  'screening.savedAgain.remedy': None
  'screening.noColumn': { readonly column: Text | number }
  'screening.noColumn.remedy': { readonly column: Text | number }
  'screening.columnTwice': { readonly column: Text | number }
  'screening.columnTwice.remedy': None
  'screening.noVerdicts': None
  'screening.manyVerdicts': None
  'screening.verdicts.remedy': None
  'screening.noId.remedy': { readonly column: Text | number }
  'screening.twice': None
  'screening.notAVerdict': { readonly words: Text | number }
  'screening.notAVerdict.remedy': None
  'screening.notAnOutline': None
  'screening.corners': { readonly corners: Text | number }
  'screening.noTime': None
  'screening.noTime.remedy': None
  'screening.inFuture': None
  'screening.inFuture.remedy': None
  'screening.fault.plot_unknown': None
  'screening.fault.plot_unknown.remedy': None
  'screening.fault.plot_retracted': None
  'screening.fault.plot_retracted.remedy': None
  'screening.fault.plot_forked': None
  'screening.fault.plot_forked.remedy': None
  'screening.fault.plot_redrawn': None
  'screening.fault.outline_differs': None
  'screening.fault.outline_missing': None
  'screening.fault.plot_twice': None
  'screening.fault.plot_too_wide': None
  'screening.fault.plot_too_wide.remedy': None
  'screening.fault.not_accepted': None
  'demo.noFolder': { readonly folder: Text | number; readonly code: Text | number }
  'demo.noFolder.remedy': None
  'demo.notAFolder': { readonly folder: Text | number; readonly code: Text | number }
  'demo.notAFolder.remedy': None
  'demo.notEmpty': { readonly folder: Text | number }
  'demo.notEmpty.remedy': None
  'demo.notEmpty.toServe': { readonly command: Text | number }
  'demo.interrupted': None
  'demo.stopped': { readonly command: Text | number }
  'demo.stop': { readonly kept: string; readonly folder: Text | number }
  'demo.office': None
  'demo.writing': None
  'demo.lender': { readonly bank: Text | number }
  'demo.lenderCommand': None
  'demo.page': None
  'import.progress': { readonly done: Text | number; readonly rows: number; readonly written: number; readonly faulty: number }
  'import.tooLong': None
  'import.tooMuchMemory': None
  'import.tooMany': None
  'import.tooMany.remedy': None
  'import.mapsUnread': None
  'import.mapsUnread.remedy': { readonly file: Text | number }
  'import.file.noRows': None
  'import.file.noRows.remedy': None
  'import.file.columns': { readonly count: number }
  'import.file.columns.remedy': { readonly most: Text | number }
  'import.file.longHeading': { readonly row: Text | number; readonly most: Text | number }
  'import.file.longHeading.remedy': None
  'import.file.noHeader': None
  'import.file.noHeader.remedy': None
  'import.file.letters': { readonly line: Text | number }
  'import.file.letters.remedy': { readonly setting: Text | number }
  'import.file.utf16': None
  'import.file.utf16.remedy': None
  'import.file.tooLarge': { readonly most: Text | number }
  'import.file.tooLarge.remedy': None
  'import.file.openQuote': None
  'import.file.openQuote.remedy': None
  'import.file.openQuoteNear.remedy': { readonly line: Text | number }
  'import.file.quote': None
  'import.file.quoteNear': { readonly line: Text | number }
  'import.file.quote.remedy': None
  'import.file.oldExcel': None
  'import.file.other': { readonly what: string }
  'import.file.unprotect.remedy': None
  'import.file.asGeoJson.remedy': None
  'import.file.itself.remedy': None
  'import.file.unpack.remedy': None
  'import.file.damaged': None
  'import.file.saveAs.remedy': None
  'import.file.unpacked': { readonly most: Text | number }
  'import.file.tooMany': { readonly most: Text | number; readonly what: string }
  'import.file.tooWide': { readonly most: Text | number; readonly row: Text | number; readonly column: Text | number }
  'import.file.smaller.remedy': None
  'import.file.ofFeatures': None
  'import.file.ofFeatures.remedy': None
  'import.file.mapLetters': { readonly encoding: Text | number }
  'import.file.mapLetters.remedy': None
  'import.file.noSheet': { readonly sheet: Text | number }
  'import.file.noSheet.remedy': { readonly sheets: Text | number; readonly setting: Text | number }
  'import.file.severalSheets': { readonly sheets: Text | number }
  'import.file.severalSheets.remedy': { readonly setting: Text | number }
  'import.file.columnTwice': { readonly columns: Text | number }
  'import.file.columnTwice.remedy': None
  'import.file.lacksColumns': { readonly count: number; readonly columns: Text | number }
  'import.file.lacksColumns.remedy': { readonly present: Text | number }
  'import.file.delimiter.remedy': { readonly sign: Text | number; readonly setting: Text | number }
  'import.file.notWorkbook': { readonly sheet: Text | number; readonly file: Text | number }
  'import.file.notWorkbook.remedy': { readonly setting: Text | number }
  'import.file.tableLacks': { readonly table: Text | number; readonly columns: Text | number }
  'import.file.tableLacks.remedy': { readonly present: Text | number }
  'import.file.keyTwice': { readonly table: Text | number; readonly word: Text | number; readonly row: Text | number }
  'import.file.keyTwice.remedy': None
  'import.file.noPlots': None
  'import.file.noPlots.remedy': None
  'import.file.waypoints': { readonly count: number }
  'import.file.waypoints.remedy': None
  'import.file.badGeoJson': { readonly reason: Text | number }
  'import.file.badXml': { readonly kind: Text | number; readonly reason: Text | number; readonly line: Text | number }
  'import.file.damaged.remedy': None
  'import.file.damagedGpx.remedy': None
  'import.file.coordinateSystem': { readonly system: Text | number }
  'import.file.coordinateSystem.remedy': None
  'import.file.notACollection': None
  'import.file.notACollection.remedy': None
  'import.file.notAFeature': { readonly number: Text | number }
  'import.file.properties': { readonly most: Text | number }
  'import.file.properties.remedy': None
  'import.boundary.unknown': None
  'import.boundary.unknown.remedy': None
  'import.boundary.tooMuch': None
  'import.boundary.tooMuch.remedy': None
  'import.boundary.tooLarge': None
  'import.boundary.tooLarge.remedy': None
  'import.boundary.noPlot': None
  'import.boundary.noPlot.remedy': None
  'import.boundary.several': { readonly count: number }
  'import.boundary.several.remedy': None
  'import.boundary.noWalk': None
  'import.boundary.noWalk.remedy': None
  'import.boundary.noFile': { readonly file: Text | number }
  'import.boundary.noFile.remedy': None
  'import.boundary.notAFile': { readonly file: Text | number }
  'import.boundary.notAFile.remedy': None
  'import.place.notTwoNumbers': None
  'import.place.longitudeFirst.remedy': None
  'import.place.latitudeFirst.remedy': None
  'import.place.letters': None
  'import.place.letters.remedy': None
  'import.meaning.date': None
  'import.meaning.name': None
  'import.meaning.surname': None
  'import.meaning.member_no': None
  'import.meaning.phone': None
  'import.meaning.buyer': None
  'import.meaning.weight': None
  'import.meaning.gross': None
  'import.meaning.tare': None
  'import.meaning.count': None
  'import.meaning.another': None
  'import.meaning.unit': None
  'import.meaning.crop': None
  'import.meaning.place': None
  'import.meaning.kg_price': None
  'import.meaning.unit_price': None
  'import.meaning.price': None
  'import.meaning.receipt': None
  'import.meaning.latitude': None
  'import.meaning.longitude': None
  'import.meaning.position': None
  'import.meaning.plot': None
  'import.meaning.plot_name': None
  'import.meaning.note': None
  'import.meaning.nothing': None
  'import.guess.review': { readonly column: Text | number }
  'import.guess.leaveOut': { readonly words: Text | number; readonly count: number }
  'import.guess.leaveNone': None
  'import.kind.day': None
  'import.kind.weight': None
  'import.kind.price': None
  'import.kind.person': None
  'import.kind.plot': None
  'import.why.sure': None
  'import.why.chosen': None
  'import.why.unique': None
  'import.why.note': None
  'import.why.nothing': None
  'import.why.rowNumber': None
  'import.why.signature': None
  'import.why.rowsOrMembers': { readonly cells: Text | number }
  'import.why.knownNumbers': { readonly cells: Text | number }
  'import.why.whoAreThey': { readonly cells: Text | number }
  'import.why.buyersOrFarmers': { readonly cells: Text | number }
  'import.why.ofPlot': None
  'import.why.whichPlace': { readonly cells: Text | number }
  'import.why.byCells': None
  'import.why.byName': None
  'import.why.netAgrees': None
  'import.why.part': None
  'import.why.sum': None
  'import.why.order': None
  'import.why.besideNet': None
  'import.why.weighedOrTotal': { readonly cells: Text | number }
  'import.why.paid': None
  'import.why.paidOther': { readonly name: Text | number }
  'import.why.priceAgrees': None
  'import.why.pricesDiffer': None
  'import.why.pricesOfOther': { readonly name: Text | number }
  'import.why.whichPrice': None
  'import.why.sameForAll': None
  'import.why.proportional': None
  'import.why.pricesInMost': { readonly count: number }
  'import.why.noHeading': None
  'import.why.headingTwice': None
  'import.why.another': { readonly kind: Text | number }
  'import.why.unread': { readonly kind: Text | number; readonly cells: Text | number }
  'import.why.someUnread': { readonly count: number; readonly example: Text | number }
  'import.why.mergedFigures': { readonly cells: Text | number; readonly count: number }
  'import.why.takenBy': { readonly meaning: Text | number }
  'import.why.notOfRow': { readonly meaning: Text | number }
  'import.guess.noColumn': { readonly meaning: Text | number }
  'import.guess.twoColumns': { readonly meaning: Text | number }
  'import.guess.notTogether': { readonly one: Text | number; readonly other: Text | number }
  'import.guess.whatIsARow': None
  'import.guess.row.delivery': None
  'import.guess.row.harvest': None
  'import.guess.row.people': None
  'import.guess.row.plot': None
  'import.guess.day': None
  'import.guess.farmer': None
  'import.guess.place': None
  'import.guess.phoneCountry': None
  'import.guess.twoLetters': None
  'import.guess.onWhichBasis': None
  'import.guess.basis': None
  'import.guess.word': { readonly word: Text | number }
  'import.guess.hasPrices': { readonly basis: Text | number }
  'import.guess.mayStorePrices': None
  'import.guess.withPrices': None
  'import.guess.withoutPrices': { readonly basis: Text | number }
  'import.guess.mapName': None
  'import.guess.writeMapName': None
  'import.guess.peopleAsOf': None
  'import.guess.writeDay': { readonly today: Text | number }
  'import.guess.inFuture': None
  'import.guess.dayFormat': { readonly name: Text | number; readonly cells: Text | number }
  'import.guess.hijri': { readonly name: Text | number; readonly cells: Text | number }
  'import.guess.readsNone': None
  'import.guess.turned': { readonly name: Text | number }
  'import.guess.twoWays': { readonly cell: Text | number }
  'import.guess.otherCalendar': { readonly cell: Text | number }
  'import.guess.ethiopian': { readonly cell: Text | number }
  'import.guess.ourCalendar': None
  'import.guess.noOtherCalendar': None
  'import.guess.reading': { readonly formats: Text | number; readonly cells: Text | number }
  'import.guess.mark': { readonly sign: Text | number; readonly cell: Text | number }
  'import.guess.thousands': { readonly cells: Text | number }
  'import.guess.decimals': { readonly cells: Text | number }
  'import.guess.cellIs': { readonly cell: Text | number; readonly value: Text | number }
  'import.guess.cellUnread': { readonly cell: Text | number }
  'import.guess.unit': None
  'import.guess.unitOf': { readonly name: Text | number }
  'import.guess.whichUnit': { readonly word: Text | number }
  'import.guess.crop': None
  'import.guess.whichCrop': { readonly word: Text | number }
  'import.guess.refuseRows': None
  'import.guess.kg': { readonly crop: Text | number; readonly unit: Text | number }
  'import.guess.factor': { readonly factor: Text | number; readonly kind: Text | number; readonly id: Text | number }
  'import.guess.factorIn': { readonly factor: Text | number; readonly kind: Text | number; readonly region: Text | number; readonly id: Text | number }
  'import.guess.noFactor': None
  'import.guess.currency': None
  'import.guess.cfaWest': None
  'import.guess.cfaCentral': None
  'import.guess.notACurrency': { readonly text: Text | number }
  'import.guess.plots': { readonly count: number }
  'import.guess.plotCountry': None
  'import.guess.plotCrop': None
  'import.guess.order': { readonly name: Text | number; readonly cells: Text | number }
  'import.guess.first.latitude': { readonly one: Text | number; readonly other: Text | number }
  'import.guess.first.longitude': { readonly one: Text | number; readonly other: Text | number }
  'import.guess.noCropOfAll': None
  'import.guess.plotsAsOf': None
  'import.guess.whichSheet': None
  'import.guess.allSheets': None
  'import.propose.head': { readonly command: Text | number }
  'import.propose.open': { readonly count: number }
  'import.propose.column': { readonly name: Text | number; readonly cells: Text | number; readonly meaning: Text | number; readonly why: Text | number }
  'import.propose.point': { readonly asks: Text | number; readonly said: Text | number }
  'import.propose.decide': None
  'import.propose.exists': { readonly file: Text | number }
  'import.propose.exists.remedy': { readonly file: Text | number }
  'import.propose.notWritable.remedy': None
  'import.propose.saved': { readonly file: Text | number }
  'import.propose.thenImport': { readonly command: Text | number }
  'import.remark.headingTwice': { readonly name: Text | number }
  'import.remark.noHeading': { readonly count: number; readonly cells: Text | number }
  'import.remark.linesBelow': { readonly count: number; readonly cells: Text | number }
  'import.remark.percents': { readonly name: Text | number; readonly example: Text | number }
  'import.remark.ownUnits': { readonly name: Text | number; readonly count: number; readonly example: Text | number }
  'import.remark.hiddenRows': { readonly count: number; readonly rows: Text | number }
  'import.remark.struckRows': { readonly count: number; readonly rows: Text | number }
  'import.remark.struckCells': { readonly count: number; readonly cells: Text | number }
  'import.remark.changedCells': { readonly count: number; readonly cells: Text | number }
  'import.remark.hiddenColumns': { readonly columns: Text | number }
  'import.remark.merged': { readonly cells: Text | number }
  'import.remark.mergedRead': { readonly cells: Text | number }
  'import.remark.mergedFigures': { readonly cells: Text | number }
  'import.remark.uncalculated': { readonly count: number; readonly cells: Text | number }
  'import.remark.errors': { readonly count: number; readonly cells: Text | number }
  'import.remark.shares': { readonly count: number; readonly cells: Text | number }
  'machine.cannot': None
  'machine.version': None
  'machine.since': None
  'machine.address': None
  'machine.clock': None
  'machine.records': None
  'machine.counting': None
  'machine.database': None
  'machine.megabytes': { readonly size: Text | number }
  'machine.gigabytes': { readonly size: Text | number }
  'machine.freeDisk': None
  'machine.doctor': None
  'machine.check': None
  'machine.finding': None
  'machine.backups': None
  'machine.place': None
  'machine.noPlace': None
  'machine.setBackups': None
  'machine.every': None
  'machine.newest': None
  'machine.checked': None
  'machine.drill': None
  'machine.never': None
  'machine.whole': { readonly at: Text | number }
  'machine.notWhole': { readonly at: Text | number }
  'machine.drillHow': None
  'machine.log': None
  'machine.publisher': None
  'machine.noPublisher': None
  'machine.fixed': None
  'machine.published': None
  'machine.certificateTitle': None
  'machine.certificateUntil': None
  'machine.noCertificate': None
  'machine.support': None
  'machine.supportWhat': None
  'machine.supportFile': None
  'machine.atServer': None
  'machine.atServerWhy': None
  'machine.command': None
  'machine.do.setup': None
  'machine.do.key': None
  'machine.do.drill': None
  'machine.do.restore': None
  'machine.do.prune': None
  'machine.do.rebuild': None
  'machine.do.certificate': None
  'machine.do.clock': None
  'machine.running': { readonly at: Text | number }
  'machine.ended': { readonly at: Text | number }
  'machine.stopped': { readonly at: Text | number }
  'machine.look': { readonly at: Text | number }
  'machine.failed': { readonly at: Text | number }
  'machine.stop': None
  'status.service': None
  'status.notRunning': None
  'status.running': { readonly since: Text | number; readonly url: Text | number }
  'status.reached': { readonly since: Text | number; readonly url: Text | number; readonly address: Text | number }
  'status.noTls': None
  'status.made': { readonly until: Text | number }
  'status.own': { readonly until: Text | number }
  'status.madeUnreadable': None
  'status.ownUnreadable': None
  'status.party': None
  'status.entries': None
  'status.newest': None
  'status.noEntry': None
  'status.clock': None
  'status.clockShows': { readonly shows: Text | number; readonly timeZone: Text | number }
  'status.clockDoubted': { readonly shows: Text | number; readonly timeZone: Text | number; readonly trusted: Text | number }
  'status.clockBehind': { readonly shows: Text | number; readonly timeZone: Text | number; readonly trusted: Text | number }
  'status.free': None
  'status.works': None
  'status.yes': None
  'status.roots': None
  'status.noRoot': None
  'status.notPublished': { readonly at: Text | number }
  'status.noneSent': { readonly publisher: Text | number }
  'status.sent': { readonly at: Text | number }
  'status.sentLate': { readonly at: Text | number }
  'status.backupFailed': { readonly at: Text | number; readonly reason: Text | number }
  'status.backupFailedAfter': { readonly at: Text | number; readonly reason: Text | number; readonly newest: Text | number }
  'status.backup': { readonly at: Text | number }
  'status.backupLate': { readonly at: Text | number; readonly every: Text | number }
  'status.backupMissing': { readonly backup: Text | number; readonly count: number }
  'status.noPlace': None
  'status.noBackup': None
  'status.noKey': None
  'status.ending': None
  'status.due': None
  'status.silent': None
  'status.behind': None
  'status.feedSilent': None
  'status.behindTitle': None
  'status.lastFetched': None
  'status.reader': None
  'status.endedCount': None
  'status.access': None
  'status.requests': None
  'status.notifications': None
  'status.attention': None
  'status.warning': { readonly number: Text | number; readonly finding: Text | number; readonly remedy: Text | number }
  'status.endingTitle': None
  'status.dueTitle': None
  'status.ends': None
  'status.given': None
  'status.of': None
  'status.to': None
  'status.purpose': None
  'status.more': { readonly count: Text | number }
  'check.is.modes': None
  'check.is.database': None
  'check.is.room': None
  'check.is.objects': None
  'check.is.strangers': None
  'check.is.network': None
  'check.is.clock': None
  'check.is.backups': None
  'check.is.deviceClocks': None
  'check.is.guards': None
  'check.is.pages': None
  'check.is.journal': None
  'check.is.newestBackup': None
  'check.is.certificate': None
  'check.is.versions': None
  'check.is.settings': None
  'check.is.places': None
  'check.is.office': None
  'check.is.notices': None
  'check.is.messages': None
  'check.is.feeds': None
  'check.closed': None
  'check.closed.remedy': None
  'check.late': { readonly seconds: number }
  'check.late.remedy': None
  'check.unforeseen': { readonly error: Text | number }
  'check.unforeseen.remedy': None
  'check.asleep.objects': None
  'check.asleep.backup': None
  'check.asleep.remedy': None
  'check.bar.disk': None
  'check.bar.service': None
  'check.bar.restart': None
  'check.bar.noFolder': None
  'check.bar.rights': None
  'check.bar.rights.remedy': None
  'check.bar.version': None
  'check.modes.open': { readonly paths: Text | number }
  'check.modes.more': { readonly count: number }
  'check.modes.open.remedy': { readonly command: Text | number }
  'check.modes.owner': { readonly paths: Text | number; readonly count: number }
  'check.modes.owner.remedy': { readonly command: Text | number }
  'check.modes.good': None
  'check.modes.goodPart': { readonly count: number }
  'check.journal': { readonly size: Text | number }
  'check.journal.remedy': None
  'check.room.stopped': { readonly free: Text | number; readonly reserve: Text | number }
  'check.room.stopped.remedy': None
  'check.room.fewFiles': { readonly count: number }
  'check.room.fewFiles.remedy': None
  'check.room.soon': { readonly free: Text | number; readonly reserve: Text | number }
  'check.room.soon.remedy': None
  'check.room.filesSoon': { readonly count: number }
  'check.room.filesSoon.remedy': None
  'check.room.good': { readonly free: Text | number }
  'check.database.closed': None
  'check.database.closed.remedy': None
  'check.database.unreadable': None
  'check.database.restore': None
  'check.database.silent': None
  'check.database.commit': None
  'check.database.remedy': None
  'check.database.good': { readonly entries: Text | number; readonly rows: Text | number }
  'check.guards.good': None
  'check.guards.missing': { readonly name: Text | number }
  'check.guards.altered': { readonly name: Text | number }
  'check.guards.added': { readonly name: Text | number }
  'check.guards.differ': { readonly names: Text | number }
  'check.guards.more': { readonly count: number }
  'check.guards.remedy': None
  'check.pages.damaged': None
  'check.pages.damaged.remedy': None
  'check.pages.good': None
  'check.pages.goodPart': { readonly looked: Text | number; readonly tables: Text | number }
  'check.pages.unreadable': None
  'check.versions.newer': { readonly schema: Text | number; readonly version: Text | number; readonly known: Text | number }
  'check.versions.newer.remedy': None
  'check.versions.service': { readonly service: Text | number; readonly version: Text | number }
  'check.versions.service.remedy': None
  'check.versions.older': { readonly schema: Text | number; readonly version: Text | number; readonly known: Text | number }
  'check.versions.older.remedy': None
  'check.versions.good': { readonly version: Text | number; readonly schema: Text | number }
  'check.versions.copies': { readonly version: Text | number; readonly schema: Text | number; readonly count: number; readonly size: Text | number; readonly paths: Text | number }
  'check.clock.doubted': { readonly shown: Text | number; readonly span: Text | number; readonly trusted: Text | number }
  'check.clock.doubted.remedy': None
  'check.clock.good': { readonly shown: Text | number }
  'check.clock.behind': { readonly newest: Text | number; readonly shown: Text | number; readonly span: Text | number }
  'check.clock.behind.remedy': None
  'check.deviceClocks.none': None
  'check.deviceClocks.good': { readonly seen: number }
  'check.deviceClocks.ahead': { readonly seen: number; readonly ahead: number; readonly most: Text | number }
  'check.deviceClocks.behind': { readonly seen: number; readonly behind: number; readonly least: Text | number }
  'check.deviceClocks.both': { readonly seen: number; readonly ahead: number; readonly most: Text | number; readonly behind: number; readonly least: Text | number }
  'check.deviceClocks.thisBehind': { readonly finding: Text | number }
  'check.deviceClocks.thisBehind.remedy': None
  'check.deviceClocks.remedy': None
  'check.backups.none': None
  'check.backups.age': { readonly hours: number }
  'check.backups.place': { readonly caution: Text | number; readonly age: Text | number }
  'check.backups.place.remedy': None
  'check.backups.late': { readonly age: Text | number; readonly every: Text | number }
  'check.backups.late.remedy': None
  'check.backups.noPlace': { readonly age: Text | number }
  'check.backups.noPlace.remedy': None
  'check.backups.failed': { readonly age: Text | number }
  'check.backups.failed.remedy': None
  'check.backups.without': { readonly days: number }
  'check.backups.notSetUp': None
  'check.backups.setUp': None
  'check.backups.makeFirst': None
  'check.newest.none.remedy': None
  'check.newest.unreachable': { readonly id: Text | number; readonly reason: Text | number }
  'check.newest.unreachable.remedy': None
  'check.newest.damaged': { readonly id: Text | number; readonly fault: Text | number }
  'check.newest.another': None
  'check.newest.incomplete': { readonly looked: Text | number; readonly id: Text | number; readonly missing: Text | number }
  'check.newest.good': { readonly id: Text | number; readonly looked: Text | number; readonly objects: Text | number }
  'check.newest.withoutPictures': { readonly whole: Text | number; readonly count: number }
  'check.newest.withoutPictures.remedy': None
  'check.network.here': None
  'check.network.wouldHere': None
  'check.network.tls': None
  'check.network.wouldTls': None
  'check.network.plain': { readonly address: Text | number }
  'check.network.wouldPlain': { readonly address: Text | number }
  'check.network.off': None
  'check.network.noCertificate': None
  'check.certificate.restart': None
  'check.certificate.none': None
  'check.certificate.unserved': None
  'check.certificate.ended': { readonly at: Text | number }
  'check.certificate.unreadable': None
  'check.certificate.until': { readonly at: Text | number }
  'check.certificate.gone': None
  'check.certificate.gone.remedy': None
  'check.certificate.renewed': None
  'check.certificate.renew': None
  'check.places.notRunning': None
  'check.places.short': { readonly most: Text | number; readonly refused: Text | number }
  'check.places.short.remedy': None
  'check.places.good': { readonly open: Text | number; readonly most: Text | number }
  'check.objects.noFolder': None
  'check.objects.noFolder.remedy': None
  'check.objects.fault': { readonly reason: Text | number }
  'check.objects.fault.remedy': { readonly store: Text | number }
  'check.objects.keeps': { readonly store: Text | number; readonly reason: Text | number }
  'check.objects.keeps.remedy': None
  'check.objects.good': None
  'check.objects.loses': { readonly store: Text | number }
  'check.objects.loses.remedy': None
  'check.objects.full': { readonly store: Text | number }
  'check.objects.full.remedy': { readonly store: Text | number }
  'check.strangers.unknown': None
  'check.strangers.unknown.remedy': None
  'check.strangers.good': None
  'check.strangers.plain.remedy': None
  'check.settings.good': None
  'check.settings.odd': { readonly variable: Text | number }
  'check.settings.meant': { readonly variable: Text | number; readonly meant: Text | number }
  'check.settings.remedy': None
  'check.office.none': None
  'check.office.noManager': None
  'check.office.noManager.remedy': None
  'check.office.noPassword': None
  'check.office.noPassword.remedy': None
  'check.office.good': None
  'check.office.goodHere': None
  'check.notices.none': None
  'check.notices.good': None
  'check.notices.failing': { readonly at: Text | number; readonly reason: Text | number }
  'check.notices.failing.remedy': None
  'check.messages.none': None
  'check.messages.good': None
  'check.messages.paused': { readonly at: Text | number }
  'check.messages.paused.remedy': None
  'check.messages.refused': { readonly at: Text | number; readonly code: Text | number }
  'check.messages.refused.remedy': None
  'check.messages.unusable': { readonly fault: Text | number }
  'check.messages.unusable.remedy': { readonly remedy: Text | number }
  'check.feeds.none': None
  'check.feeds.good': None
  'check.feeds.bad': { readonly id: Text | number; readonly at: Text | number; readonly why: Text | number }
  'check.feeds.bad.remedy': None
  'notice.holds': { readonly host: Text | number; readonly what: Text | number; readonly since: Text | number; readonly remedy: Text | number; readonly check: Text | number }
  'notice.over': { readonly host: Text | number; readonly what: Text | number; readonly since: Text | number }
  'notice.test': { readonly host: Text | number }
  'notice.holds.backups': None
  'notice.holds.disk': None
  'notice.holds.certificate': None
  'notice.holds.clock': None
  'notice.holds.messages': None
  'notice.over.backups': None
  'notice.over.disk': None
  'notice.over.certificate': None
  'notice.over.clock': None
  'notice.over.messages': None
  'notice.lookUp': None
  'notice.fault.late': { readonly seconds: number }
  'notice.fault.exit': { readonly status: Text | number }
  'notice.fault.notStarted': { readonly code: Text | number }
  'notice.fault.noProgram': { readonly path: Text | number }
  'notice.fault.answered': { readonly status: Text | number }
  'notice.fault.unreachable': { readonly code: Text | number }
  'notice.notSet': None
  'notice.notSet.remedy': None
  'notice.failed': { readonly reason: Text | number }
  'notice.failed.remedy': None
  'notice.sent': None
  'sms.from': { readonly cooperative: Text | number; readonly text: Text | number }
  'sms.fromFor': { readonly cooperative: Text | number; readonly member: Text | number; readonly text: Text | number }
  'sms.delivery_recorded': { readonly day: Text | number; readonly goods: Text | number }
  'sms.delivery_corrected': { readonly day: Text | number; readonly goods: Text | number }
  'sms.delivery_retracted': { readonly day: Text | number; readonly goods: Text | number }
  'sms.payment_recorded': { readonly to: string; readonly amount: Text | number; readonly day: Text | number }
  'sms.payment_corrected': { readonly to: string; readonly amount: Text | number; readonly day: Text | number }
  'sms.payment_retracted': { readonly to: string; readonly amount: Text | number; readonly day: Text | number }
  'sms.grant_given': { readonly reader: Text | number; readonly day: Text | number }
  'sms.grant_ended': { readonly reader: Text | number }
  'sms.grant_ending': { readonly reader: Text | number; readonly day: Text | number }
  'sms.oneEnded': { readonly reader: Text | number }
  'sms.oneEnding': { readonly reader: Text | number; readonly day: Text | number }
  'sms.access_request': { readonly reader: Text | number }
  'sms.reader_new': { readonly reader: Text | number }
  'sms.somebody': None
  'sms.several': { readonly count: number }
  'messages.notSet': None
  'messages.notSet.remedy': None
  'messages.malformed': { readonly file: Text | number; readonly why: Text | number }
  'messages.malformed.remedy': None
  'messages.unreadable': { readonly file: Text | number; readonly code: Text | number }
  'messages.unreadable.remedy': None
  'messages.noState': { readonly text: Text | number }
  'messages.noState.remedy': { readonly states: Text | number }
  'messages.noParty': { readonly text: Text | number }
  'messages.noParty.remedy': None
  'messages.noFile': { readonly name: Text | number }
  'messages.noFile.remedy': { readonly names: Text | number }
  'messages.try': None
  'messages.tried.sent': None
  'messages.tried.delivered': None
  'messages.tried.failed': { readonly why: Text | number }
  'messages.tried.unreached': { readonly why: Text | number }
  'messages.tried.unknown': { readonly why: Text | number }
  'messages.paused': None
  'messages.resumed': None
  'messages.line.of': None
  'messages.line.state': None
  'messages.line.parts': None
  'messages.line.words': None
  'messages.kind.delivery_recorded': None
  'messages.kind.delivery_corrected': None
  'messages.kind.delivery_retracted': None
  'messages.kind.payment_recorded': None
  'messages.kind.payment_corrected': None
  'messages.kind.payment_retracted': None
  'messages.kind.grant_given': None
  'messages.kind.grant_ended': None
  'messages.kind.grant_ending': None
  'messages.kind.access_request': None
  'messages.kind.reader_new': None
  'messages.kind.several': None
  'messages.state.waiting': None
  'messages.state.sent': None
  'messages.state.delivered': None
  'messages.state.failed': None
  'messages.state.unknown': None
  'messages.state.stopped': None
  'feed.begun': { readonly id: Text | number }
  'feed.over': { readonly id: Text | number }
  'feed.line.address': None
  'feed.line.state': None
  'feed.line.far': None
  'feed.state.sending': None
  'feed.state.failing': None
  'feed.state.asleep': None
  'feed.state.ended': None
  'feed.nothing': None
  'feed.all': { readonly at: Text | number; readonly records: number; readonly closed: number }
  'feed.part': { readonly at: Text | number; readonly records: number; readonly closed: number }
  'feed.endedByOffice': None
  'feed.endedAlone': None
  'feed.failing': { readonly at: Text | number; readonly why: Text | number }
  'feed.fault.unreached': { readonly detail: Text | number }
  'feed.fault.late': None
  'feed.fault.fingerprint': None
  'feed.fault.status': { readonly detail: Text | number }
  'feed.fault.reply': None
  'feed.fault.cursor': None
  'feed.fault.since': None
  'feed.fault.asked': None
  'feed.fault.token': None
  'feed.fault.quota': None
  'feed.fault.busy': None
  'feed.fault.service': { readonly detail: Text | number }
  'feed.openToken': { readonly file: Text | number }
  'feed.openToken.remedy': None
  'feed.noToken': { readonly file: Text | number }
  'feed.noToken.remedy': None
  'feed.unreadToken': { readonly file: Text | number; readonly code: Text | number }
  'feed.unreadToken.remedy': None
  'feed.badToken': None
  'feed.badToken.remedy': None
  'feed.noCredential': None
  'feed.noCredential.remedy': None
  'feed.noPurpose': { readonly purpose: Text | number }
  'feed.noPurpose.remedy': None
  'feed.badAddress': None
  'feed.badAddress.remedy': None
  'feed.badFingerprint': None
  'feed.badFingerprint.remedy': None
  'feed.another': None
  'feed.another.remedy': { readonly id: Text | number }
  'feed.none': None
  'feed.none.remedy': None
  'union.made': None
  'union.export.checkpoints': { readonly count: number; readonly file: Text | number }
  'union.report.title.deliveries': None
  'union.report.title.payments': None
  'union.source': None
  'union.report.months': None
  'union.report.paid': None
  'union.report.payments': None
  'union.report.people': None
  'union.report.hidden': None
  'union.report.atLeast': { readonly amount: Text | number; readonly parts: Text | number; readonly of: Text | number }
  'union.report.none': None
  'union.report.hiddenRows': { readonly count: number }
  'union.report.rule': None
  'union.report.made.deliveries': None
  'union.report.made.payments': None
  'union.report.once': None
  'union.report.until': { readonly month: Text | number }
  'union.report.waiting': { readonly sources: Text | number }
  'union.report.waitingOne': { readonly source: Text | number; readonly months: Text | number }
  'union.report.late': { readonly sources: Text | number }
  'union.report.partly': None
  'union.report.ownPart': None
  'union.report.by': { readonly by: Text | number }
  'union.report.by.remedy': None
  'union.report.noCrop': None
  'union.report.noCrop.remedy': None
  'union.badStore': None
  'union.badStore.remedy': None
  'union.noStore': None
  'union.noStore.remedy': None
  'union.otherVersion': None
  'union.otherVersion.remedy': None
  'union.viewsOnViews': None
  'union.viewsOnViews.remedy': None
  'union.otherFile': { readonly file: Text | number }
  'union.otherFile.remedy': None
  'union.unopened': { readonly code: Text | number }
  'union.unopened.remedy': None
  'union.unreached': { readonly code: Text | number }
  'union.unreached.remedy': None
  'union.added': { readonly name: Text | number }
  'union.addedSent': { readonly token: Text | number }
  'union.tokenLost': { readonly name: Text | number }
  'union.sameName': { readonly name: Text | number }
  'union.sameName.remedy': None
  'union.badName': None
  'union.badName.remedy': None
  'union.oneWay': None
  'union.oneWay.remedy': None
  'union.badUrl': None
  'union.badUrl.remedy': None
  'union.badToken': { readonly file: Text | number }
  'union.badToken.remedy': None
  'union.line.source': None
  'union.line.read': None
  'union.line.state': None
  'union.line.records': None
  'union.line.kept': None
  'union.line.newest': None
  'union.line.confirmed': None
  'union.allRead': None
  'union.state.live': None
  'union.state.silent': None
  'union.state.frozen': None
  'union.state.ended': None
  'union.fault.token': None
  'union.fault.unreached': { readonly detail: Text | number }
  'union.fault.fingerprint': None
  'union.fault.credential': { readonly detail: Text | number }
  'union.fault.status': { readonly detail: Text | number }
  'union.fault.reply': { readonly detail: Text | number }
  'union.fault.refused': None
  'union.fault.frozen': None
  'union.fault.store': { readonly detail: Text | number }
  'union.serves': None
  'union.answers': { readonly url: Text | number }
  'union.oddClock': None
  'union.badDays': None
  'union.badDays.remedy': None
  'union.noTls': None
  'union.noTls.remedy': None
  'union.badListen': None
  'union.badListen.remedy': None
  'union.notListening': { readonly address: Text | number; readonly code: Text | number }
  'union.notListening.remedy': None
  'union.failing': { readonly name: Text | number; readonly why: Text | number }
  'union.beganAgain': { readonly name: Text | number; readonly since: Text | number; readonly size: number; readonly hash: Text | number }
  'union.unchecked': { readonly name: Text | number }
  'union.frozen': { readonly name: Text | number; readonly store: Text | number }
  'union.frozen.split': { readonly name: Text | number; readonly other: Text | number; readonly store: Text | number }
  'union.frozen.kept': { readonly size: number; readonly hash: Text | number }
  'union.frozen.other': { readonly size: number; readonly hash: Text | number }
  'union.notFrozen': { readonly name: Text | number }
  'union.notFrozen.remedy': None
  'union.noCheckpoint': { readonly name: Text | number }
  'union.noCheckpoint.remedy': None
  'union.thawed': { readonly name: Text | number }
  'union.noSource': { readonly name: Text | number }
  'union.noSource.remedy': None
  'union.over': { readonly name: Text | number }
  'union.purged': { readonly count: number }
  'union.notPurged': None
  'messages.told': { readonly at: Text | number; readonly what: Text | number; readonly state: Text | number }
  'messages.title': None
  'messages.page': None
  'messages.sum': { readonly count: number; readonly parts: number; readonly failed: number; readonly unknown: number }
  'messages.none': None
  'messages.about': None
  'messages.became': None
  'messages.parts': None
  'messages.says': None
  'messages.mend': None
  'messages.pause': None
  'messages.goOn': None
  'messages.set': None
  'messages.set.line': None
  'messages.set.from': None
  'messages.set.to': None
  'messages.set.aDay': None
  'messages.set.aDay.help': None
  'messages.set.about': None
  'messages.topic.delivery': None
  'messages.topic.payment': None
  'messages.topic.consent': None
  'messages.topic.reader': None
  'messages.topic.request': None
  'messages.set.none': None
  'notice.said': { readonly text: Text | number }
  'doctor.sum.good': None
  'doctor.sum': { readonly counts: Text | number }
  'doctor.sum.bad': { readonly count: number }
  'doctor.sum.unknown': { readonly count: number }
  'doctor.sum.caution': { readonly count: number }
  'doctor.sum.missing': { readonly count: number }
  'doctor.mark.bad': None
  'doctor.mark.unknown': None
  'doctor.mark.caution': None
  'doctor.mark.missing': None
  'doctor.mark.good': None
  'tls.noDate': None
  'tls.clockBefore': { readonly shown: Text | number }
  'tls.clockBefore.remedy': None
  'tls.authorityEnds': { readonly day: Text | number }
  'tls.authorityEnded': { readonly day: Text | number }
  'tls.authorityEnds.remedy': None
  'tls.later': { readonly begins: Text | number; readonly shown: Text | number }
  'tls.later.remedy': None
  'tls.names': { readonly names: Text | number }
  'tls.names.remedy': None
  'tls.ended': { readonly at: Text | number }
  'tls.ended.remedy': None
  'tls.notYet': { readonly at: Text | number }
  'tls.notYet.remedy': None
  'tls.ends': { readonly at: Text | number }
  'tls.replace': None
  'tls.noneMade': None
  'tls.noneMade.remedy': None
  'tls.notWritten': { readonly path: Text | number }
  'tls.notWritten.remedy': None
  'tls.isThere': None
  'tls.isThere.remedy': None
  'tls.noName': { readonly name: Text | number }
  'tls.noName.remedy': None
  'tls.oneWord': { readonly word: Text | number }
  'tls.oneWord.remedy': { readonly word: Text | number }
  'tls.namesLost': None
  'tls.namesLost.remedy': None
  'tls.clockWrong': { readonly shown: Text | number }
  'tls.clockWrong.remedy': None
  'tls.clockBehind': { readonly shown: Text | number; readonly newest: Text | number }
  'tls.clockBehind.remedy': None
  'tls.noPair': { readonly certificate: Text | number; readonly key: Text | number; readonly error: Text | number }
  'tls.noPair.remedy': None
  'tls.cannotRead': { readonly path: Text | number; readonly error: Text | number }
  'tls.cannotRead.remedy': None
  'tls.noAuthority': { readonly path: Text | number; readonly error: Text | number }
  'tls.empty': None
  'tls.noAuthority.remedy': None
  'tls.cannotWrite': { readonly path: Text | number; readonly error: Text | number }
  'tls.cannotWrite.remedy': None
  'tls.keepsPrevious': { readonly fault: Text | number }
  'tls.gone': None
  'tls.gone.remedy': None
  'tls.forDetails': None
  'tls.label.goodUntil': None
  'tls.label.copy': None
  'tls.label.for': None
  'tls.label.until': None
  'tls.untilRenewed': { readonly at: Text | number }
  'tls.inUse': None
  'tls.ownInUse': None
  'tls.isOff': None
  'tls.onceStarted': { readonly command: Text | number }
  'tls.onceRestarted': { readonly command: Text | number }
  'tls.setAddress': { readonly file: Text | number }
  'tls.trustAgain': None
  'tls.phones': None
  'tls.noneOff': None
  'tls.none': None
  'tls.byAuthority': None
  'tls.yourOwn': None
  'tls.label.file': None
  'tls.label.served': None
  'tls.label.names': None
  'tls.label.sha256': None
  'tls.unknown': None
  'tls.label.renewed': None
  'tls.renewedFrom': { readonly at: Text | number }
  'tls.notRunning': None
  'tls.served': None
  'tls.notServed': None
  'setting.above': { readonly variable: Text | number }
  'setting.above.remedy': { readonly command: Text | number }
  'setting.unknownCodes': { readonly codes: Text | number }
  'setting.unknownCodes.remedy': None
  'setting.above.environment': None
  'setting.locked': { readonly file: Text | number; readonly error: Text | number }
  'setting.locked.remedy': { readonly command: Text | number }
  'setting.open': { readonly name: Text | number }
  'setting.open.remedy': None
  'setup.again': None
  'setup.locked.remedyService': None
  'setup.locked.remedy': None
  'setup.noTerminal': None
  'setup.noTerminal.remedy': None
  'setup.notConfirmed': None
  'setup.notConfirmed.remedy': None
  'setup.noName': None
  'setup.keepsCredential': None
  'setup.isCalled': { readonly name: Text | number }
  'setup.called': { readonly name: Text | number }
  'setup.realName': None
  'setup.renamed': { readonly name: Text | number }
  'setup.noTls': None
  'setup.ownTls': { readonly file: Text | number }
  'setup.hasTls': None
  'setup.needsTls': { readonly names: Text | number }
  'setup.otherNames': None
  'setup.withoutTls': None
  'setup.madeTls': None
  'setup.isListening': { readonly address: Text | number }
  'setup.who': { readonly everywhere: Text | number; readonly here: Text | number }
  'setup.whoWithoutTls': { readonly everywhere: Text | number; readonly here: Text | number }
  'setup.listen': None
  'setup.listens': { readonly address: Text | number; readonly file: Text | number }
  'setup.where': { readonly country: Text | number; readonly timeZone: Text | number }
  'setup.whereWritten': { readonly country: Text | number; readonly timeZone: Text | number; readonly file: Text | number }
  'setup.country': None
  'setup.phone': None
  'setup.placeWritten': { readonly place: Text | number; readonly file: Text | number }
  'setup.place': None
  'setup.noPlace': None
  'setup.noDisk': None
  'setup.mount': { readonly command: Text | number }
  'setup.disks': None
  'setup.disk.place': None
  'setup.disk.remarks': None
  'setup.disk.windows': None
  'setup.anotherPlace': None
  'setup.folderOrBucket': None
  'setup.whichBucket': None
  'setup.whichFolder': None
  'setup.diskOrFolder': { readonly most: number }
  'setup.lookAgain': { readonly caution: Text | number }
  'setup.useAnyway': None
  'setup.hasKey': None
  'setup.key': None
  'setup.keyNotUsed': None
  'setup.isWritten': None
  'setup.writeDown': None
  'setup.keyMade': None
  'setup.hasBackup': { readonly at: Text | number }
  'setup.firstBackup': None
  'setup.noFirstBackup': None
  'setup.written': { readonly file: Text | number }
  'setup.nextStart': { readonly command: Text | number }
  'sheet.title': None
  'sheet.keep': None
  'sheet.hereOnly': { readonly address: Text | number }
  'sheet.authority': None
  'sheet.noCertificate': None
  'sheet.log': None
  'sheet.vkey': None
  'sheet.noPlace': None
  'sheet.newest': None
  'sheet.newestOf': { readonly at: Text | number; readonly count: number; readonly entries: Text | number }
  'sheet.none': None
  'sheet.folder': None
  'sheet.settings': None
  'sheet.settingsFile': { readonly file: Text | number }
  'sheet.key': None
  'sheet.noKey': None
  'sheet.hasKey': None
  'sheet.afterFire': None
  'sheet.afterFire.install': None
  'sheet.afterFire.key': None
  'sheet.afterFire.start': { readonly confirm: Text | number }
  'sheet.inUse': { readonly doctor: Text | number }
  'sheet.restart': None
  'sheet.stopAndStart': None
  'sheet.start': None
  'sheet.then': { readonly doctor: Text | number }
  'sheet.notices': None
  'clock.notInDoubt': None
  'clock.notInDoubt.remedy': None
  'clock.otherDay': { readonly shown: Text | number }
  'clock.otherDay.remedy': None
  'clock.noTerminal': None
  'clock.noTerminal.remedy': None
  'clock.confirmed': { readonly at: Text | number }
  'clock.shows': { readonly shown: Text | number }
  'clock.newest': { readonly newest: Text | number; readonly trusted: Text | number }
  'clock.normal': None
  'clock.undone': None
  'clock.ask': None
  'store.halfRestored': { readonly folder: Text | number }
  'store.halfRestored.remedy': None
  'store.lost': { readonly file: Text | number }
  'store.lost.remedy': None
  'store.notSynced': { readonly folder: Text | number; readonly code: Text | number }
  'store.notSynced.remedy': None
  'store.noFolder': { readonly folder: Text | number }
  'store.noFolder.remedy': None
  'store.noFolder.remedyInstalled': None
  'store.folderNotMade': { readonly folder: Text | number; readonly code: Text | number }
  'store.folderNotMade.remedy': None
  'store.folderNotMade.remedyAbove': None
  'store.absent': { readonly file: Text | number }
  'store.absent.remedy': None
  'store.notDurable': None
  'store.notDurable.remedy': None
  'store.first': { readonly file: Text | number }
  'store.first.remedy': None
  'store.notOurs': { readonly file: Text | number }
  'store.notOurs.remedy': None
  'store.newer': { readonly file: Text | number; readonly version: Text | number; readonly known: Text | number }
  'store.newer.remedy': None
  'store.older': { readonly file: Text | number; readonly version: Text | number }
  'store.older.remedy': None
  'store.notReadable': { readonly file: Text | number }
  'store.notReadable.remedy': { readonly file: Text | number }
  'store.notWritable': { readonly file: Text | number }
  'store.notWritable.remedy': None
  'store.altered': { readonly file: Text | number; readonly names: Text | number; readonly more: number }
  'store.altered.remedy': None
  'store.damaged': { readonly file: Text | number }
  'store.damaged.remedy': None
  'store.diskFull': None
  'store.diskFull.remedy': None
  'store.diskFailing': { readonly file: Text | number; readonly code: Text | number }
  'store.diskFailing.remedy': None
  'store.busy': { readonly file: Text | number }
  'store.busy.remedy': None
  'store.inUse': None
  'store.inUse.remedy': None
  'store.noEntry': { readonly entry: Text | number }
  'store.noEntry.remedy': None
  'store.auditUnreadable': { readonly first: Text | number; readonly last: Text | number }
  'store.entryMissing': { readonly from: Text | number; readonly to: Text | number }
  'store.entriesRemoved': { readonly size: Text | number; readonly known: Text | number }
  'store.hashesRemoved': { readonly size: Text | number; readonly known: Text | number }
  'store.tree.remedy': None
  'store.upgradeBlocked': { readonly file: Text | number }
  'store.upgradeBlocked.remedy': None
  'store.upgradeFolder': { readonly folder: Text | number; readonly code: Text | number }
  'store.upgradeFolder.remedy': None
  'store.noRoomForCopy': { readonly needed: Text | number; readonly free: Text | number }
  'store.noRoomForSecond': { readonly needed: Text | number; readonly free: Text | number }
  'store.noRoom.remedy': { readonly folder: Text | number }
  'store.copyDiffers': None
  'store.copyDiffers.remedy': None
  'startup.several': { readonly count: number; readonly errors: Text | number }
  'startup.numbered': { readonly number: Text | number; readonly text: Text | number }
  'startup.folder.remedy': None
  'startup.objects': { readonly path: Text | number }
  'startup.objects.remedy': None
  'startup.taken': { readonly address: Text | number }
  'startup.taken.remedy': { readonly setting: Text | number }
  'startup.lowPort': { readonly address: Text | number }
  'startup.lowPort.remedy': { readonly setting: Text | number }
  'startup.noAddress': { readonly address: Text | number }
  'startup.noAddress.remedy': { readonly setting: Text | number }
  'startup.noTls': { readonly address: Text | number }
  'startup.noTls.remedy': None
  'startup.noTls.remedyOff': None
  'startup.engine': { readonly folders: Text | number }
  'startup.engine.remedy': None
  'startup.engine.folder': { readonly folder: Text | number; readonly reason: Text | number }
  'startup.engine.open': None
  'startup.engine.unknown': None
  'serve.answers': { readonly url: Text | number; readonly folder: Text | number }
  'serve.answersNew': { readonly url: Text | number }
  'serve.memory': { readonly heap: Text | number; readonly most: Text | number }
  'serve.noObjects': { readonly fault: Text | number }
  'serve.noMessages': { readonly fault: Text | number; readonly remedy: Text | number }
  'serve.late': { readonly store: Text | number }
  'serve.created': { readonly folder: Text | number }
  'serve.noOffice': None
  'serve.office': { readonly url: Text | number }
  'init.isThere': None
  'init.isThere.remedy': None
  'init.made': { readonly folder: Text | number; readonly name: Text | number }
  'init.credential': None
  'init.keep': None
  'init.phones': { readonly command: Text | number }
  'init.start': { readonly command: Text | number }
  'objects.folderUnusable': { readonly path: Text | number; readonly code: Text | number }
  'objects.folderUnusable.remedy': None
  'objects.uploadsUnusable': { readonly path: Text | number; readonly code: Text | number }
  'objects.uploadsUnusable.remedy': None
  'objects.openFolder': { readonly path: Text | number; readonly mode: Text | number }
  'objects.openFolder.remedy': { readonly path: Text | number }
  'objects.listed': { readonly bucket: Text | number }
  'objects.read': { readonly roots: Text | number; readonly bucket: Text | number }
  'objects.listedAndRead': { readonly roots: Text | number; readonly bucket: Text | number }
  'objects.bucket': { readonly bucket: Text | number; readonly address: Text | number }
  'objects.bucketBelow': { readonly bucket: Text | number; readonly address: Text | number; readonly prefix: Text | number }
  'objects.openBucket.remedy': None
  'objects.unencrypted': { readonly address: Text | number }
  'objects.folder': { readonly path: Text | number }
  'objects.unmarked': { readonly store: Text | number; readonly marker: Text | number }
  'objects.noRoom': { readonly store: Text | number }
  'objects.fault': { readonly store: Text | number; readonly why: Text | number }
  'objects.fault.cutOff': None
  'objects.fault.unread': None
  'objects.fault.silent': { readonly seconds: Text | number }
  'objects.fault.slow': { readonly seconds: Text | number }
  'objects.fault.notInTime': { readonly seconds: Text | number }
  'objects.fault.unreachable': None
  'objects.fault.noAnswer': { readonly code: Text | number }
  'objects.fault.answered': { readonly answer: Text | number }
  'objects.fault.noBucket': None
  'objects.fault.incomplete': None
  'objects.fault.clock': { readonly answer: Text | number }
  'objects.fault.key': { readonly answer: Text | number }
  'objects.fault.other': None
  'objects.fault.list': None
  'objects.fault.length': None
  'registry.unknownKind': { readonly text: Text | number }
  'registry.unknownKind.remedy': { readonly kinds: Text | number }
  'registry.unreadCells': { readonly count: number; readonly file: Text | number }
  'registry.unreadCells.remedy': None
  'registry.moreUnread': None
  'registry.noWeighings': { readonly file: Text | number }
  'registry.noWeighings.remedy': None
  'registry.sameId': { readonly id: Text | number }
  'registry.sameId.remedy': None
  'registry.notJson': { readonly file: Text | number }
  'registry.notJson.remedy': None
  'registry.added': { readonly kind: Text | number; readonly id: Text | number }
  'registry.addedRows': { readonly count: number; readonly kind: Text | number }
  'registry.atRow': { readonly row: Text | number }
  'registry.atCell': { readonly row: Text | number; readonly column: Text | number }
  'registry.line.conversion': None
  'registry.line.supersedes': None
  'registry.line.factor': None
  'registry.line.weighings': None
  'registry.factor': { readonly factor: Text | number; readonly unit: Text | number; readonly crop: Text | number }
  'registry.thinSample': { readonly count: Text | number }
  'weighings.none': None
  'weighings.quotes': None
  'weighings.noColumn': { readonly column: Text | number }
  'weighings.noName': { readonly number: Text | number }
  'weighings.unknownColumn': { readonly columns: Text | number }
  'weighings.columnTwice': None
  'weighings.cells': { readonly cells: Text | number; readonly header: Text | number }
  'weighings.shorten': { readonly most: Text | number }
  'weighings.empty': None
  'weighings.unreadable': { readonly text: Text | number }
  'weighings.time': { readonly fault: Text | number }
  'weighings.amount': { readonly fault: Text | number }
  'anchorKey.missing': { readonly path: Text | number }
  'anchorKey.missing.remedy': None
  'anchorKey.other': { readonly path: Text | number }
  'anchorKey.other.remedy': None
  'anchorKey.exists': { readonly path: Text | number }
  'anchorKey.exists.remedy': None
  'anchorKey.unreadable': { readonly path: Text | number; readonly code: Text | number }
  'anchorKey.notAKey': { readonly path: Text | number }
  'anchorKey.unreadable.remedy': None
  'anchor.badLimit': { readonly text: Text | number }
  'anchor.badLimit.remedy': None
  'anchor.badWitnessKey': { readonly why: Text | number }
  'anchor.badWitnessKey.remedy': None
  'anchor.badPolicy': { readonly file: Text | number; readonly why: Text | number }
  'anchor.badPolicy.remedy': None
  'anchor.policyWithoutAddress': None
  'anchor.logEmpty': None
  'anchor.noPublisher': None
  'anchor.noPublisher.remedy': None
  'anchor.notPublished': { readonly reason: Text | number }
  'anchor.notTried': None
  'anchor.notPublished.remedy': None
  'anchor.line.log': None
  'anchor.line.key': None
  'anchor.line.earlierKey': None
  'anchor.line.publisher': None
  'anchor.line.nowhere': None
  'anchor.line.entriesInLog': None
  'anchor.line.fixedAt': None
  'anchor.line.entries': None
  'anchor.line.state': None
  'anchor.line.attempts': None
  'anchor.line.receiptOrReason': None
  'anchor.line.root': None
  'anchor.line.receipt': None
  'anchor.signedAt': { readonly name: Text | number; readonly at: Text | number }
  'anchor.state.pending': None
  'anchor.state.failed': None
  'anchor.state.published': None
  'anchor.state.covered': None
  'anchor.noCopy': None
  'anchor.noCopyYet': None
  'anchor.faults.remedy': None
  'anchor.allMatch': { readonly count: number }
  'anchor.sameOutside': { readonly size: Text | number; readonly publisher: Text | number }
  'anchor.fault.beyond': { readonly at: Text | number; readonly size: Text | number; readonly log: Text | number }
  'anchor.fault.root': { readonly at: Text | number; readonly size: Text | number }
  'anchor.fault.audit': { readonly at: Text | number; readonly size: Text | number }
  'anchor.fault.note': { readonly at: Text | number; readonly size: Text | number }
  'publisher.folder': { readonly path: Text | number }
  'publisher.folderNotWritable': { readonly path: Text | number; readonly code: Text | number }
  'publisher.noFolder': { readonly path: Text | number }
  'publisher.folderFile': { readonly file: Text | number; readonly path: Text | number }
  'publisher.folderLater': { readonly path: Text | number; readonly size: Text | number; readonly entries: Text | number }
  'publisher.folderOther': { readonly path: Text | number; readonly size: Text | number }
  'publisher.fileOther': { readonly file: Text | number }
  'publisher.contradicted': { readonly finding: Text | number }
  'publisher.witness': { readonly name: Text | number; readonly origin: Text | number }
  'publisher.witnesses': { readonly file: Text | number }
  'publisher.tooFew': { readonly signed: Text | number; readonly asked: Text | number; readonly reason: Text | number }
  'publisher.noneNamed': None
  'publisher.sizeNotStated': { readonly witness: Text | number }
  'publisher.witnessLater': { readonly witness: Text | number; readonly size: Text | number; readonly entries: Text | number }
  'publisher.noAnswer': { readonly witness: Text | number; readonly reason: Text | number }
  'publisher.timeout': { readonly seconds: Text | number }
  'publisher.notSigned': { readonly witness: Text | number }
  'publisher.unknownLog': { readonly witness: Text | number }
  'publisher.otherKey': { readonly witness: Text | number }
  'publisher.witnessOther': { readonly witness: Text | number; readonly status: Text | number }
  'publisher.refused': { readonly witness: Text | number; readonly status: Text | number }
  'publisher.tooLong': None
  'verify.checkpointUnreadable': { readonly file: Text | number; readonly code: Text | number }
  'verify.notACheckpoint': { readonly file: Text | number; readonly why: Text | number }
  'verify.checkpoint.remedy': None
  'verify.scratchNotWritable': { readonly folder: Text | number; readonly code: Text | number }
  'verify.scratchNoRoom': { readonly folder: Text | number; readonly needed: Text | number; readonly free: Text | number }
  'verify.scratchNoRoomKept': { readonly folder: Text | number; readonly needed: Text | number; readonly free: Text | number }
  'verify.scratch.remedy': None
  'verify.check.guards': None
  'verify.check.pages': None
  'verify.check.log': None
  'verify.check.tree': None
  'verify.check.records': None
  'verify.check.acts': None
  'verify.check.derived': None
  'verify.check.parties': None
  'verify.check.journals': None
  'verify.check.audit': None
  'verify.check.auditIndex': None
  'verify.check.anchors': None
  'verify.check.evidence': None
  'verify.check.published': None
  'verify.doing.pages': None
  'verify.doing.journals': None
  'verify.doing.replayed': None
  'verify.kind.guard_altered': None
  'verify.kind.file_marked_otherwise': None
  'verify.kind.page_damaged': None
  'verify.kind.part_unfollowable': None
  'verify.kind.reference_dangling': None
  'verify.kind.entry_missing': None
  'verify.kind.entry_out_of_number': None
  'verify.kind.entry_differs': None
  'verify.kind.entry_unreadable': None
  'verify.kind.entry_not_canonical': None
  'verify.kind.entry_out_of_time': None
  'verify.kind.subtree_differs': None
  'verify.kind.subtree_missing': None
  'verify.kind.subtree_too_many': None
  'verify.kind.column_differs': None
  'verify.kind.row_unfollowable': None
  'verify.kind.act_kind_differs': None
  'verify.kind.act_row_missing': None
  'verify.kind.act_row_differs': None
  'verify.kind.act_row_without_act': None
  'verify.kind.derived_row_missing': None
  'verify.kind.derived_row_without_record': None
  'verify.kind.party_unnamed': None
  'verify.kind.party_out_of_number': None
  'verify.kind.party_missing': None
  'verify.kind.journal_differs': None
  'verify.kind.audit_missing': None
  'verify.kind.audit_out_of_number': None
  'verify.kind.audit_differs': None
  'verify.kind.audit_out_of_time': None
  'verify.kind.audit_names_nothing': None
  'verify.kind.entry_untold': None
  'verify.kind.audit_index_differs': None
  'verify.kind.batch_differs': None
  'verify.kind.batch_out_of_order': None
  'verify.kind.checkpoint_differs': None
  'verify.kind.checkpoint_not_signed': None
  'verify.kind.audit_head_differs': None
  'verify.kind.receipt_differs': None
  'verify.kind.object_missing': None
  'verify.kind.object_differs': None
  'verify.kind.rolled_back': None
  'verify.kind.rewritten': None
  'verify.kind.checkpoint_not_ours': None
  'verify.noun.record': None
  'verify.noun.prediction': None
  'verify.noun.act': None
  'verify.noun.appliance': None
  'verify.noun.grant': None
  'verify.noun.grant_revocation': None
  'verify.noun.delegation': None
  'verify.noun.delegation_revocation': None
  'verify.noun.objection': None
  'verify.noun.objection_withdrawal': None
  'verify.noun.credential': None
  'verify.noun.credential_revocation': None
  'verify.noun.enrolment': None
  'verify.noun.device': None
  'verify.noun.device_revocation': None
  'verify.noun.device_naming': None
  'verify.noun.evidence': None
  'verify.noun.registry_row': None
  'verify.noun.notification_told': None
  'verify.noun.subject_access_request': None
  'verify.noun.subject_access_answer': None
  'verify.noun.anchor_key': None
  'verify.noun.backup_key': None
  'verify.noun.restore': None
  'verify.noun.restore_confirmation': None
  'verify.noun.clock_confirmation': None
  'verify.noun.staff': None
  'verify.noun.staff_role': None
  'verify.noun.staff_end': None
  'verify.noun.access_request': None
  'verify.noun.access_request_match': None
  'verify.noun.access_request_withdrawal': None
  'verify.noun.access_request_refusal': None
  'verify.noun.audit_head': None
  'verify.at.root': { readonly n: Text | number }
  'verify.at.roots': None
  'verify.at.entry': { readonly seq: Text | number }
  'verify.at.entries': { readonly first: Text | number; readonly last: Text | number }
  'verify.at.noun': { readonly noun: Text | number; readonly seq: Text | number }
  'verify.at.nounWithId': { readonly noun: Text | number; readonly id: Text | number; readonly seq: Text | number }
  'verify.at.auditLog': None
  'verify.at.auditEntry': { readonly n: Text | number }
  'verify.at.auditEntries': { readonly first: Text | number; readonly last: Text | number }
  'verify.at.auditFrom': { readonly n: Text | number }
  'verify.at.index': { readonly first: Text | number; readonly last: Text | number }
  'verify.at.indexThrough': { readonly n: Text | number }
  'verify.at.indexFrom': { readonly n: Text | number }
  'verify.at.header': None
  'verify.at.table': { readonly table: Text | number }
  'verify.at.row': { readonly row: Text | number }
  'verify.at.party': { readonly id: Text | number }
  'verify.at.partyNumber': { readonly n: Text | number }
  'verify.at.noParty': { readonly n: Text | number }
  'verify.at.notification': { readonly n: Text | number }
  'verify.at.token': { readonly seq: Text | number }
  'verify.at.backupRun': { readonly n: Text | number }
  'verify.at.visit': { readonly n: Text | number; readonly device: Text | number }
  'verify.at.feed': { readonly table: Text | number; readonly n: Text | number }
  'verify.at.picture': { readonly sha256: Text | number; readonly seq: Text | number }
  'verify.at.attempt': { readonly n: Text | number }
  'verify.at.hashes': { readonly size: Text | number }
  'verify.at.cell': { readonly column: Text | number; readonly value: Text | number }
  'verify.nothing': None
  'verify.noTime': { readonly ms: Text | number }
  'verify.line': { readonly where: Text | number; readonly finding: Text | number }
  'verify.found.noRootBefore': { readonly n: Text | number }
  'verify.found.rootBeyond': { readonly size: Text | number; readonly entries: Text | number }
  'verify.found.otherRoot': { readonly size: Text | number }
  'verify.found.auditBeyond': { readonly size: Text | number; readonly entries: Text | number }
  'verify.found.auditHead': { readonly n: Text | number }
  'verify.found.checkpointUnreadable': { readonly why: Text | number }
  'verify.found.checkpointOther': None
  'verify.found.checkpointNotSigned': None
  'verify.found.indexBeyond': None
  'verify.found.notIndexed': None
  'verify.found.strayChunk': None
  'verify.found.chunkStart': { readonly n: Text | number }
  'verify.found.chunkEnd': None
  'verify.found.chunkRows': { readonly count: number; readonly key: Text | number }
  'verify.found.noEntry': None
  'verify.found.untold': None
  'verify.found.rowBefore': { readonly n: Text | number }
  'verify.found.auditHash': None
  'verify.found.auditTime': { readonly at: Text | number }
  'verify.found.logShrank': { readonly size: Text | number; readonly before: Text | number }
  'verify.found.logEnds': { readonly size: Text | number; readonly newest: Text | number }
  'verify.found.notInterpreted': { readonly reason: Text | number }
  'verify.found.notACredential': { readonly seq: Text | number }
  'verify.found.namesBeyond': { readonly seq: Text | number; readonly newest: Text | number }
  'verify.found.memberBeyond': { readonly seq: Text | number; readonly member: Text | number; readonly newest: Text | number }
  'verify.found.noEnd': { readonly noun: Text | number; readonly seq: Text | number }
  'verify.found.seal': None
  'verify.found.digest': None
  'verify.found.receivedBefore': { readonly at: Text | number }
  'verify.found.notJson': None
  'verify.found.notCanonical': None
  'verify.found.column': { readonly column: Text | number; readonly should: Text | number }
  'verify.found.actKind': { readonly kind: Text | number }
  'verify.found.missing': None
  'verify.found.altered': None
  'verify.found.added': None
  'verify.found.notMarked': None
  'verify.found.markedVersion': { readonly version: Text | number; readonly known: Text | number }
  'verify.found.dangling': { readonly parent: Text | number }
  'verify.found.danglingMany': { readonly parent: Text | number; readonly count: Text | number }
  'verify.found.writtenBeyond': None
  'verify.found.rowNumbers': { readonly count: number; readonly first: Text | number; readonly last: Text | number }
  'verify.found.firstNumber': { readonly first: Text | number }
  'verify.found.lastNumber': { readonly count: Text | number; readonly last: Text | number }
  'verify.found.beyondGap': { readonly newest: Text | number }
  'verify.found.noPartyRow': None
  'verify.found.unnamed': None
  'verify.found.usedTooEarly': None
  'verify.found.backupResult': None
  'verify.found.schemaSince': { readonly versions: Text | number }
  'verify.found.visitSums': None
  'verify.found.feed': None
  'verify.found.sentFeed': None
  'verify.found.message': None
  'verify.found.visitRefusals': None
  'verify.found.noSuchRecord': None
  'verify.found.notCorrected': { readonly because: Text | number; readonly shown: Text | number }
  'verify.found.raisedAt': { readonly raised: Text | number; readonly received: Text | number }
  'verify.found.neverShown': { readonly party: Text | number; readonly id: Text | number }
  'verify.found.notInStore': { readonly store: Text | number }
  'verify.found.otherDigest': { readonly store: Text | number }
  'verify.found.otherBytes': { readonly bytes: Text | number; readonly should: Text | number }
  'verify.found.publishedUnreadable': { readonly why: Text | number }
  'verify.found.notOurKey': { readonly origin: Text | number }
  'verify.found.otherName': { readonly origin: Text | number }
  'verify.found.entriesGone': { readonly size: Text | number; readonly entries: Text | number; readonly missing: Text | number }
  'verify.found.rootStated': { readonly size: Text | number }
  'verify.found.auditGone': { readonly size: Text | number; readonly entries: Text | number; readonly missing: Text | number }
  'verify.found.auditStated': { readonly n: Text | number }
  'verify.found.attemptRoot': { readonly n: Text | number }
  'verify.found.noPublisher': { readonly name: Text | number }
  'verify.found.otherReceipt': { readonly n: Text | number }
  'verify.found.otherFile': { readonly file: Text | number; readonly n: Text | number }
  'verify.found.actRowMissing': None
  'verify.found.actRowExtra': None
  'verify.found.rowMissing': None
  'verify.found.rowExtra': None
  'verify.found.cell': { readonly table: Text | number; readonly column: Text | number; readonly found: Text | number; readonly should: Text | number }
  'verify.found.partUnreadable': { readonly said: Text | number }
  'verify.found.partFailed': { readonly said: Text | number }
  'verify.found.noHash': None
  'verify.found.otherHash': None
  'verify.found.hashesBeyond': { readonly through: Text | number; readonly newest: Text | number }
  'verify.found.hashCount': { readonly count: Text | number; readonly should: Text | number }
  'verify.should.empty': None
  'verify.should.typeNumber': { readonly type: Text | number }
  'verify.should.noParty': None
  'verify.should.ownTime': None
  'verify.should.zeroOrOne': None
  'verify.should.ownRoot': { readonly seq: Text | number }
  'verify.should.depthOne': None
  'verify.should.noSuchRecord': { readonly id: Text | number }
  'verify.should.root': { readonly root: Text | number }
  'verify.should.depth': { readonly depth: Text | number }
  'unfollowable.conflicts': { readonly error: Text | number }
  'unfollowable.shape': None
  'startup.unfollowable': { readonly seq: Text | number; readonly reason: Text | number }
  'startup.unfollowable.remedy': None
  'unfollowable.gone': None
  'unfollowable.noKind': { readonly kind: Text | number }
  'unfollowable.input': { readonly seq: Text | number }
  'unfollowable.noMember': { readonly member: Text | number }
  'unfollowable.notAnInstant': { readonly member: Text | number }
  'unfollowable.noEarlierAct': { readonly member: Text | number }
  'unfollowable.noLife': None
  'unfollowable.otherCooperative': None
  'unfollowable.secondLife': None
  'unfollowable.recipient': { readonly number: Text | number }
  'unfollowable.requestEnded': None
  'unfollowable.notTheAsker': None
  'unfollowable.notTheSubject': None
  'unfollowable.wider': None
  'unfollowable.otherParty': None
  'unfollowable.noParty': { readonly id: Text | number }
  'verify.hindered': { readonly doing: Text | number; readonly said: Text | number }
  'verify.unusable': { readonly names: Text | number }
  'verify.quick': None
  'verify.noEvidence': { readonly count: number }
  'verify.picturesUnchecked': { readonly unchecked: Text | number; readonly count: number; readonly reason: Text | number }
  'verify.signedBy': { readonly place: Text | number; readonly size: Text | number; readonly seq: Text | number }
  'verify.beyondLife': { readonly place: Text | number; readonly beyond: Text | number }
  'verify.compared': { readonly count: number; readonly folder: Text | number }
  'verify.beyondLives': { readonly count: number; readonly folder: Text | number }
  'verify.otherLog': { readonly place: Text | number; readonly origin: Text | number }
  'verify.absent': None
  'verify.lastNotCompared': { readonly place: Text | number; readonly why: Text | number }
  'verify.publishedUnread': { readonly error: Text | number }
  'verify.witnessKey': { readonly count: number; readonly name: Text | number }
  'verify.notThere': { readonly folder: Text | number; readonly count: number; readonly last: Text | number }
  'verify.folderUnread': { readonly folder: Text | number; readonly error: Text | number }
  'verify.nothingOutside': None
  'verify.notNamed': None
  'verify.restored': { readonly at: Text | number; readonly seq: Text | number; readonly backup: Text | number; readonly made: Text | number }
  'verify.restoredSometime': { readonly seq: Text | number; readonly backup: Text | number; readonly made: Text | number }
  'verify.column.checked': None
  'verify.column.number': None
  'verify.column.faults': None
  'verify.none': None
  'verify.took': { readonly seconds: Text | number }
  'verify.more': { readonly count: Text | number }
  'verify.unchecked': None
  'verify.clean': None
  'verify.cleanInPart': None
  'verify.remedy': None
  'verify.rebuildRemedy': None
  'proof.noKey': None
  'proof.noKey.remedy': None
  'proof.notAKey': { readonly why: Text | number }
  'proof.notAKey.remedy': None
  'proof.keyFile.remedy': None
  'proof.file.remedy': None
  'proof.tooLong': { readonly file: Text | number; readonly most: Text | number }
  'proof.inputTooLong': { readonly most: Text | number }
  'proof.tooLong.remedy': None
  'proof.notOurs': { readonly detail: Text | number }
  'proof.notUtf8': None
  'proof.isTlogProof': None
  'proof.isTlogProof.remedy': None
  'proof.notOurs.remedy': None
  'proof.fault.digest': None
  'proof.fault.path': None
  'proof.fault.size': None
  'proof.fault.root': None
  'proof.fault.origin': None
  'proof.fault.signature': None
  'proof.fault.key': None
  'proof.fault.notAnObject': None
  'proof.fault.hash': { readonly member: Text | number; readonly bytes: Text | number }
  'proof.fault.count': { readonly member: Text | number }
  'proof.fault.record': None
  'proof.fault.hashes': { readonly most: Text | number }
  'proof.fault.checkpoint': None
  'proof.count': { readonly proved: Text | number; readonly count: number }
  'proof.atLine': { readonly line: Text | number; readonly part: Text | number }
  'proof.more': { readonly count: number }
  'proof.notProved': None
  'proof.proved': None
  'proof.line.record': None
  'proof.line.type': None
  'proof.line.received': None
  'proof.line.place': None
  'proof.line.entryOf': { readonly entry: Text | number; readonly size: Text | number }
  'proof.line.root': None
  'proof.line.key': None
  'proof.line.audit': None
  'proof.line.auditEntry': { readonly entry: Text | number; readonly hash: Text | number }
  'proof.means': None
  'proof.meansNot': None
  'note.keyBytes': { readonly bytes: Text | number }
  'note.keyForm': None
  'note.keyDigits': None
  'note.keyBase64': None
  'note.keyLength': None
  'note.keyChanged': None
  'note.keyType': None
  'policy.inLine': { readonly line: Text | number; readonly finding: Text | number }
  'policy.tooLong': None
  'policy.tooManyAsked': { readonly most: Text | number }
  'policy.control': None
  'policy.word': { readonly word: Text | number }
  'policy.noQuorum': None
  'policy.log': None
  'policy.witness': None
  'policy.keyKind': None
  'policy.sameKey': None
  'policy.url': None
  'policy.group': None
  'policy.notDefined': { readonly name: Text | number }
  'policy.twice': { readonly name: Text | number }
  'policy.threshold': { readonly most: Text | number }
  'policy.quorum': None
  'policy.nameTaken': { readonly name: Text | number }
  'note.notEd25519': None
  'note.nameLength': { readonly most: Text | number }
  'note.nameForm': None
  'note.control': None
  'note.noGap': None
  'note.lastLine': None
  'note.manySignatures': { readonly most: Text | number }
  'note.signatureLine': None
  'note.signature': None
  'note.textEnd': None
  'note.textControl': None
  'note.notUtf8': None
  'note.notUnicode': None
  'note.tooLong': { readonly most: Text | number }
  'checkpoint.noEnd': None
  'checkpoint.emptyLine': None
  'checkpoint.fourthLine': None
  'checkpoint.size': None
  'checkpoint.auditNumber': None
  'checkpoint.root': { readonly bytes: Text | number }
  'checkpoint.auditHash': { readonly bytes: Text | number }
  'setting.invalid': { readonly count: number; readonly faults: Text | number }
  'setting.invalid.remedy': None
  'setting.fault': { readonly setting: Text | number; readonly fault: Text | number }
  'setting.atLeast': { readonly minimum: Text | number }
  'setting.range': { readonly minimum: Text | number; readonly maximum: Text | number }
  'setting.flag': None
  'setting.oneOf': { readonly all: Text | number }
  'setting.timeZone': None
  'setting.language': { readonly codes: Text | number }
  'setting.tls': None
  'setting.scheme': None
  'setting.networks': { readonly wrong: Text | number }
  'setting.country': None
  'setting.logLevel': None
  'setting.region': None
  'setting.monthDay': None
  'setting.hours': None
  'setting.topics': { readonly all: Text | number }
  'setting.codes': None
  'setting.places': { readonly most: Text | number }
  'setting.listen': None
  'setting.objectPlace': None
  'setting.every': None
  'setting.s3Url': None
  'setting.s3Secret': None
  'setting.s3Path': None
  'setting.publisher': None
  'setting.notice': None
  'setting.tlsPair': None
  'setting.tlsOff': None
  'setting.needs': { readonly setting: Text | number; readonly needed: Text | number }
  'setting.needsWitnessKey': { readonly setting: Text | number }
  'settings.administrator': None
  'settings.administrator.remedy': { readonly command: Text | number }
  'settings.unreadable': { readonly file: Text | number; readonly code: Text | number }
  'settings.unreadable.remedy': None
  'settings.unreadable.remedyInstalled': { readonly user: Text | number; readonly file: Text | number }
  'command.noService': None
  'command.noService.remedy': None
  'command.badDate': { readonly flag: Text | number; readonly text: Text | number }
  'command.badDate.remedy': None
  'command.left': None
  'command.left.remedy': None
  'command.notReadable': { readonly file: Text | number }
  'command.notReadable.remedy': None
  'command.notAFile': { readonly file: Text | number; readonly kind: string }
  'command.notAFile.remedy': None
  'command.linkedFolder': { readonly path: Text | number; readonly to: Text | number }
  'command.linkedFolder.remedy': None
  'command.tooLarge': { readonly file: Text | number; readonly most: Text | number }
  'command.tooLarge.remedy': None
  'command.ticketEnded': None
  'command.ticketEnded.remedy': None
  'command.noUser': { readonly user: Text | number }
  'command.noUser.remedy': None
  'command.socketPath': { readonly path: Text | number }
  'command.socketPath.remedy': None
  'command.stopped': None
  'command.stopped.remedy': None
  'command.failed': None
  'command.failed.remedy': None
  'command.exists': { readonly path: Text | number }
  'command.notWritable': { readonly path: Text | number; readonly code: Text | number }
  'command.problem.remedy': None
  'problem.no_verified_subject': None
  'problem.purpose_required': None
  'problem.purpose_as_header': None
  'problem.invalid_purpose': None
  'problem.invalid_parameter': None
  'problem.invalid_cursor': None
  'problem.malformed_encoding': None
  'problem.invalid_upload_header': None
  'problem.malformed_json': None
  'problem.not_permitted_for_credential': None
  'problem.cross_site_request': None
  'problem.not_found': None
  'problem.upload_offset_mismatch': None
  'problem.upload_finished': None
  'problem.id_conflict': None
  'problem.request_ended': None
  'problem.not_anchored': None
  'problem.restored_from_backup': None
  'problem.tus_version_unsupported': None
  'problem.body_too_large': None
  'problem.unsupported_encoding': None
  'problem.unsupported_media_type': None
  'problem.upload_type_required': None
  'problem.range_not_satisfiable': None
  'problem.schema_violation': None
  'problem.delegation_required': None
  'problem.conversion_required': None
  'problem.lawful_basis_insufficient': None
  'problem.delegation_not_live': None
  'problem.reference_unresolved': None
  'problem.already_retracted': None
  'problem.not_the_asserter': None
  'problem.not_the_counterparty': None
  'problem.fork_has_no_authority': None
  'problem.chain_too_long': None
  'problem.origin_too_large': None
  'problem.inference_too_wide': None
  'problem.too_many_corrections': None
  'problem.too_many_payments': None
  'problem.purpose_unknown': None
  'problem.too_many_grants': None
  'problem.too_many_devices': None
  'problem.too_many_objections': None
  'problem.period_invalid': None
  'problem.wider_than_asked': None
  'problem.party_not_asserted': None
  'problem.registry_row_refused': None
  'problem.upload_digest_mismatch': None
  'problem.evidence_refused': None
  'problem.upload_locked': None
  'problem.too_many_uploads': None
  'problem.too_many_access_requests': None
  'problem.rate_limited': None
  'problem.quota_exceeded': None
  'problem.upload_checksum_mismatch': None
  'problem.internal_error': None
  'problem.overloaded': None
  'problem.suspended_after_restore': None
  'problem.clock_in_doubt': None
  'problem.not_ready': None
  'problem.object_store_unavailable': None
  'problem.storage_full': None
  'command.problem.full': None
  'command.problem.clock': None
  'command.crash': { readonly code: Text | number; readonly report: Text | number }
  'command.crash.remedy': None
  'version.schema': None
  'version.form': None
  'version.executable': None
  'version.node': None
  'help.help': None
  'help.title.usage': None
  'help.title.arguments': None
  'help.title.options': None
  'help.title.commands': None
  'help.word.options': None
  'help.word.command': None
  'help.withDefault': { readonly meaning: Text | number; readonly fallback: Text | number }
  'help.withChoices': { readonly meaning: Text | number; readonly choices: Text | number }
  'help.withChoicesAndDefault': { readonly meaning: Text | number; readonly choices: Text | number; readonly fallback: Text | number }
  'help.oneOf': { readonly question: Text | number; readonly words: Text | number }
  'help.asShown': { readonly command: Text | number }
  'help.words': { readonly words: Text | number }
  'help.fault.all': None
  'help.fault.usage': { readonly command: Text | number }
  'help.fault.noArgument': { readonly name: Text | number; readonly meaning: Text | number }
  'help.fault.noValue': { readonly flags: Text | number }
  'help.fault.noOption': { readonly flags: Text | number }
  'help.fault.unknownOption': { readonly flag: Text | number }
  'help.fault.unknownCommand': { readonly name: Text | number }
  'help.fault.noCommand': None
  'help.fault.commands': { readonly names: Text | number }
  'help.fault.similar': { readonly name: Text | number }
  'help.fault.similarOnes': { readonly names: Text | number }
  'help.fault.badOption': { readonly flags: Text | number; readonly value: Text | number; readonly choices: Text | number }
  'help.fault.badArgument': { readonly value: Text | number; readonly name: Text | number; readonly choices: Text | number }
  'help.fault.tooMany': { readonly expected: Text | number; readonly received: Text | number; readonly given: Text | number }
  'help.granary': None
  'help.version': None
  'help.data': None
  'help.json': None
  'help.setup': None
  'help.setup.country': None
  'help.setup.timeZone': None
  'help.setup.backupStore': None
  'help.setup.backupEvery': None
  'help.setup.weighInPrints': None
  'help.setup.receiptPaper': None
  'help.setup.crops': None
  'help.setup.units': None
  'help.setup.places': None
  'help.setup.messageHours': None
  'help.setup.messagesADay': None
  'help.setup.messageKinds': None
  'help.init': None
  'help.init.name': None
  'help.serve': None
  'help.serve.listen': None
  'help.serve.tlsCert': None
  'help.serve.tlsKey': None
  'help.serve.insecureLan': None
  'help.party': None
  'help.party.add': None
  'help.party.add.kind': None
  'help.party.add.name': None
  'help.party.add.phone': None
  'help.party.add.region': None
  'help.party.add.memberNo': None
  'help.party.add.language': None
  'help.party.add.basis': None
  'help.party.list': None
  'help.party.list.words': None
  'help.party.alike': None
  'help.party.different': None
  'help.memberOrId': None
  'help.party.others': None
  'help.party.others.after': None
  'help.party.edit': None
  'help.party.edit.party': None
  'help.party.merge': None
  'help.party.merge.yes': None
  'help.party.merge.keep': None
  'help.party.merge.duplicate': None
  'help.record': None
  'help.record.add': None
  'help.record.add.harvest': None
  'help.record.add.point': None
  'help.record.add.conversion': None
  'help.record.add.for': None
  'help.record.add.delegation': None
  'help.record.add.lot': None
  'help.record.add.delivery': None
  'help.record.add.custodyTransfer': None
  'help.record.add.loss': None
  'help.record.add.obligation': None
  'help.record.add.payment': None
  'help.record.add.dueDiligence': None
  'help.record.add.plot': None
  'help.record.add.plot.boundary': None
  'help.record.add.plot.point': None
  'help.record.correct': None
  'help.record.correct.id': None
  'help.record.retract': None
  'help.record.retract.id': None
  'help.record.confirm': None
  'help.record.confirm.id': None
  'help.record.show': None
  'help.record.show.record': None
  'help.record.list': None
  'help.record.list.party': None
  'help.record.list.since': None
  'help.record.list.type': { readonly words: Text | number }
  'help.happenedTo': None
  'help.record.list.standing': None
  'help.record.point': None
  'help.record.point.save': None
  'help.record.point.save.unit': None
  'help.record.point.save.name': None
  'help.record.point.list': None
  'help.record.point.remove': None
  'help.lot': None
  'help.lot.pack': None
  'help.lot.pack.out': None
  'help.lot.pack.withPrices': None
  'help.lot.pack.lot': None
  'help.receipt': None
  'help.receipt.paper': None
  'help.receipt.qr': None
  'help.receipt.voucher': None
  'help.receipt.record': None
  'help.today': None
  'help.report.csv': None
  'help.report.of': None
  'help.report': None
  'help.report.from': None
  'help.lastDay': None
  'help.report.by': None
  'help.report.party': None
  'help.credential': None
  'help.credential.issue': None
  'help.idMemberOrCooperative': None
  'help.credential.issue.kind': None
  'help.lastDayOrTimestamp': None
  'help.credential.list': None
  'help.credential.revoke': None
  'help.device': None
  'help.device.enrol': None
  'help.device.enrol.party': None
  'help.device.usedBy': None
  'help.device.name': None
  'help.device.nameIt': None
  'help.device.enrol.ttl': None
  'help.device.enrol.since': None
  'help.device.enrol.qr': None
  'help.device.list': None
  'help.device.revoke': None
  'help.staff': None
  'help.staff.add': None
  'help.staff.theirRole': None
  'help.staff.add.name': None
  'help.staff.list': None
  'help.staff.role': None
  'help.staff.reset': None
  'help.staff.end': None
  'help.grant': None
  'help.grant.record': None
  'help.grant.record.subject': None
  'help.grant.record.grantee': None
  'help.grant.record.purpose': None
  'help.grant.record.from': None
  'help.happenedFrom': None
  'help.grant.record.keepUntil': None
  'help.grant.record.replaces': None
  'help.howGiven': None
  'help.signedPaper': None
  'help.grant.revoke': None
  'help.grant.receipt': None
  'help.itsId': None
  'help.grant.list': None
  'help.idOrMember': None
  'help.delegation': None
  'help.delegation.record': None
  'help.delegation.record.principal': None
  'help.delegation.record.delegate': None
  'help.delegation.record.acts': { readonly words: Text | number }
  'help.firstDay': None
  'help.delegation.revoke': None
  'help.delegation.list': None
  'help.accessRequest': None
  'help.accessRequest.list': None
  'help.accessRequest.list.all': None
  'help.accessRequest.show': None
  'help.accessRequest.match': None
  'help.accessRequest.match.party': None
  'help.accessRequest.match.nobody': None
  'help.accessRequest.grant': None
  'help.accessRequest.channel': None
  'help.accessRequest.grant.keepUntil': None
  'help.accessRequest.refuse': None
  'help.objection': None
  'help.objection.lodge': None
  'help.objection.lodge.subject': None
  'help.objection.lodge.purposes': None
  'help.objection.lodge.types': { readonly words: Text | number }
  'help.objection.lodge.channel': None
  'help.objection.withdraw': None
  'help.objection.withdraw.channel': None
  'help.objection.list': None
  'help.subjectAccess': None
  'help.subjectAccess.open': None
  'help.subjectAccess.open.party': None
  'help.subjectAccess.list': None
  'help.subjectAccess.list.all': None
  'help.subjectAccess.answer': None
  'help.newFile': None
  'help.paperLanguage': None
  'help.member': None
  'help.member.statement': None
  'help.member.statement.party': None
  'help.audit': None
  'help.audit.party': None
  'help.audit.staff': None
  'help.audit.record': None
  'help.audit.about': None
  'help.audit.refused': None
  'help.audit.since': None
  'help.audit.until': None
  'help.audit.limit': None
  'help.notifications': None
  'help.notifications.list': None
  'help.notifications.list.all': None
  'help.notifications.told': None
  'help.notifications.told.id': None
  'help.registry': None
  'help.registry.list': None
  'help.registry.list.kind': None
  'help.registry.add': None
  'help.registry.add.kind': None
  'help.registry.add.file': None
  'help.registry.weighings': None
  'help.registry.weighings.unit': None
  'help.registry.weighings.crop': None
  'help.registry.weighings.region': None
  'help.registry.weighings.label': None
  'help.registry.weighings.source': None
  'help.registry.weighings.supersedes': None
  'help.registry.weighings.file': None
  'help.import': None
  'help.import.map': None
  'help.import.propose': None
  'help.import.dryRun': None
  'help.import.correct': None
  'help.import.acceptMatches': None
  'help.import.rejects': None
  'help.import.steps': None
  'help.import.file': None
  'help.payment': None
  'help.payment.open': None
  'help.payment.open.members': None
  'help.payment.open.out': None
  'help.payment.read': None
  'help.payment.read.file': None
  'help.payment.read.list': None
  'help.payment.read.map': None
  'help.payment.read.dryRun': None
  'help.payment.read.rejects': None
  'help.plot': None
  'help.plot.screening': None
  'help.plot.screening.basis': None
  'help.plot.screening.date': None
  'help.plot.screening.dryRun': None
  'help.plot.screening.file': None
  'help.export': None
  'help.export.out': None
  'help.export.for': None
  'help.export.purpose': None
  'help.export.since': None
  'help.backup': None
  'help.backup.key': None
  'help.backup.key.recipient': None
  'help.backup.key.replace': None
  'help.backup.create': None
  'help.backup.create.to': None
  'help.backup.create.scheduled': None
  'help.backup.create.ifReady': None
  'help.backup.list': None
  'help.backup.from': None
  'help.backup.verify': None
  'help.backup.identity': None
  'help.backup.verify.id': None
  'help.backup.read': None
  'help.backup.read.id': None
  'help.backup.read.member': None
  'help.backup.prune': None
  'help.backup.prune.keepDays': None
  'help.backup.prune.keep': None
  'help.backup.prune.dryRun': None
  'help.backup.restore': None
  'help.backup.restore.id': None
  'help.backup.confirm': None
  'help.backup.confirm.yes': None
  'help.backup.confirm.dryRun': None
  'help.lender': None
  'help.lender.invite': None
  'help.lender.invite.expires': None
  'help.lender.invite.call': None
  'help.lender.invite.party': None
  'help.lenderView': None
  'help.lenderView.subject': None
  'help.lenderView.purpose': None
  'help.lenderView.url': None
  'help.lenderView.language': None
  'help.anchor': None
  'help.anchor.run': None
  'help.anchor.run.newKey': None
  'help.anchor.status': None
  'help.anchor.status.limit': None
  'help.anchor.verify': None
  'help.clock': None
  'help.clock.confirm': None
  'help.clock.confirm.today': None
  'help.notice': None
  'help.notice.try': None
  'help.message': None
  'help.message.list': None
  'help.message.list.party': None
  'help.message.list.state': None
  'help.message.try': None
  'help.message.try.number': None
  'help.message.pause': None
  'help.message.resume': None
  'help.message.resume.party': None
  'help.message.files': None
  'help.message.files.name': None
  'help.feed': None
  'help.feed.send': None
  'help.feed.send.to': None
  'help.feed.send.tokenFile': None
  'help.feed.send.fingerprint': None
  'help.feed.list': None
  'help.feed.end': None
  'help.union': None
  'help.union.store': None
  'help.union.init': None
  'help.union.add': None
  'help.union.add.name': None
  'help.union.add.url': None
  'help.union.add.tokenFile': None
  'help.union.add.purpose': None
  'help.union.add.fingerprint': None
  'help.union.add.sent': None
  'help.union.add.key': None
  'help.union.serve': None
  'help.union.serve.once': None
  'help.union.serve.listen': None
  'help.union.serve.confirmDays': None
  'help.union.status': None
  'help.union.export': None
  'help.union.export.out': None
  'help.union.report': None
  'help.union.report.by': None
  'help.union.report.of': None
  'help.union.report.csv': None
  'help.union.report.parquet': None
  'help.union.report.html': None
  'help.union.thaw': None
  'help.union.thaw.checkpoint': None
  'help.union.end': None
  'help.union.purge': None
  'help.tls': None
  'help.tls.init': None
  'help.tls.init.name': None
  'help.tls.init.replace': None
  'help.tls.init.forgetNames': None
  'help.tls.init.clockIsRight': None
  'help.tls.status': None
  'help.status': None
  'help.doctor': None
  'help.verify': None
  'help.verify.checkpoint': None
  'help.verify.noEvidence': None
  'help.verify.quick': None
  'help.verify.scratch': None
  'help.rebuild': None
  'help.verifyProof': None
  'help.verifyProof.key': None
  'help.verifyProof.file': { readonly route: Text | number }
  'help.openapi': None
  'help.demo': None
  'help.demo.data': None
  'help.supportBundle': None
  'help.supportBundle.out': None
  'help.completion': None
  'help.completion.shell': None
  'help.man': None
  'chore.doctor': None
  'chore.backup': None
  'chore.backup_check': None
  'chore.verify': None
  'chore.support': None
  'progress.bytes': { readonly what: Text | number; readonly done: Text | number; readonly of: Text | number }
  'progress.pictures': { readonly what: Text | number; readonly done: Text | number; readonly of: Text | number }
  'progress.objects': { readonly what: Text | number; readonly done: Text | number; readonly of: Text | number }
  'progress.of.bytes': { readonly done: Text | number; readonly of: Text | number }
  'progress.of.pictures': { readonly done: Text | number; readonly of: Text | number }
  'progress.of.objects': { readonly done: Text | number; readonly of: Text | number }
  'progress.share': { readonly percent: Text | number; readonly doing: Text | number }
  'progress.restoring': None
  'progress.checking': None
  'progress.readingPictures': None
  'progress.copying': None
  'progress.storing': None
  'progress.storingPictures': None
  'progress.deleting': None
  'progress.reading': None
  'progress.changes': None
  'progress.derivedRows': None
  'chore.alreadyRuns': None
  'chore.alreadyRuns.remedy': None
  'chore.cannotStart': None
  'chore.atServer': { readonly command: Text | number }
  'chore.lackedMemory': None
  'support.written': { readonly file: Text | number }
  'support.notWritten.remedy': None
  'support.preface': None
  'noun.party': None
  'nouns.party': None
  'seen.party': None
  'noun.harvest': None
  'nouns.harvest': None
  'seen.harvest': None
  'noun.lot': None
  'nouns.lot': None
  'seen.lot': None
  'noun.delivery': None
  'nouns.delivery': None
  'seen.delivery': None
  'noun.delivery_confirmation': None
  'nouns.delivery_confirmation': None
  'seen.delivery_confirmation': None
  'noun.custody_transfer': None
  'nouns.custody_transfer': None
  'seen.custody_transfer': None
  'noun.loss': None
  'nouns.loss': None
  'seen.loss': None
  'noun.obligation': None
  'nouns.obligation': None
  'seen.obligation': None
  'noun.retraction': None
  'nouns.retraction': None
  'seen.retraction': None
  'noun.plot': None
  'nouns.plot': None
  'seen.plot': None
  'noun.due_diligence': None
  'nouns.due_diligence': None
  'seen.due_diligence': None
  'noun.payment': None
  'nouns.payment': None
  'seen.payment': None
  'noun.payment_confirmation': None
  'nouns.payment_confirmation': None
  'seen.payment_confirmation': None
  'noun.obligation_confirmation': None
  'nouns.obligation_confirmation': None
  'seen.obligation_confirmation': None
  'noun.inference': None
  'nouns.inference': None
  'seen.inference': None
  'word.good': None
  'word.caution': None
  'word.bad': None
  'word.unknown': None
  'word.missing': None
  'word.tip': None
  'word.forked': None
  'word.superseded': None
  'word.any': None
  'word.payment_confirmation': None
  'word.obligation_confirmation': None
  'word.disclosed': None
  'word.self_reported': None
  'word.field_estimated': None
  'word.coop_counted': None
  'word.coop_weighed': None
  'word.calibrated_weighed': None
  'word.third_party_verified': None
  'word.consent': None
  'word.special_data_consent': None
  'word.contract_performance': None
  'word.legal_obligation': None
  'word.legal_authorisation': None
  'word.public_duty': None
  'word.law_enforcement': None
  'word.national_security': None
  'word.medical': None
  'word.drying': None
  'word.sorting': None
  'word.spillage': None
  'word.spoilage': None
  'word.pests': None
  'word.theft': None
  'word.sampling': None
  'word.other': None
  'word.deliver_produce': None
  'word.repay_input_credit': None
  'word.repay_loan': None
  'word.pay_for_goods': None
  'word.entered_in_error': None
  'word.duplicate': None
  'word.did_not_happen': None
  'word.wrong_party': None
  'word.app': None
  'word.dds': None
  'word.sd': None
  'word.submitted': None
  'word.available': None
  'word.rejected': None
  'word.withdrawn': None
  'word.archived': None
  'word.grouped': None
  'word.obsolete': None
  'word.ussd_pin': None
  'word.in_person': None
  'word.written': None
  'word.cash': None
  'word.mobile_money': None
  'word.bank': None
  'word.cheque': None
  'word.in_kind': None
  'word.offset': None
  'word.produce': None
  'word.advance': None
  'word.second_payment': None
  'word.premium': None
  'word.loan': None
  'word.in_person_signature': None
  'word.witnessed': None
  'word.ussd_confirmation': None
  'word.organisational_bylaw': None
  'word.retracted': None
  'word.party': None
  'word.delivery': None
  'word.delivery_confirmation': None
  'word.custody_transfer': None
  'word.plot': None
  'word.inference': None
  'word.to_come': None
  'word.live': None
  'word.ends_soon': None
  'word.expired': None
  'word.revoked': None
  'word.open': None
  'word.granted': None
  'word.ended': None
  'word.person': None
  'word.cooperative': None
  'word.business': None
  'word.institution': None
  'word.agency': None
  'word.definitional': None
  'word.measured': None
  'word.published_standard': None
  'word.assumed_default': None
  'word.day': None
  'word.week': None
  'word.month': None
  'word.season': None
  'word.instant': None
  'word.crop': None
  'word.member': None
  'word.place': None
  'word.geometry_missing': None
  'word.hole': None
  'word.too_fine': None
  'word.parts_meet': None
  'word.area_too_small': None
  'word.area_missing': None
  'word.done': None
  'word.refused': None
  'word.begun': None
  'word.stopped': None
  'word.failed': None
  'word.repayment': None
  'word.refund': None
  'word.subject_access': None
  'flag.occurred_after_recorded': None
  'flag.occurred_after_recorded.meaning': None
  'flag.recorded_after_received': None
  'flag.recorded_after_received.meaning': None
  'flag.recorded_before_enrolment': None
  'flag.recorded_before_enrolment.meaning': None
  'flag.quantity_not_normalized': None
  'flag.quantity_not_normalized.meaning': None
  'flag.conversion_unresolved': None
  'flag.conversion_unresolved.meaning': None
  'flag.code_unknown': None
  'flag.code_unknown.meaning': None
  'flag.not_counted': None
  'flag.not_counted.meaning': None
  'flag.currency_differs': None
  'flag.currency_differs.meaning': None
  'flag.overpaid': None
  'flag.overpaid.meaning': None
  'flag.acknowledged_by_delegate': None
  'flag.acknowledged_by_delegate.meaning': None
  'flag.settles_mismatch': None
  'flag.settles_mismatch.meaning': None
  'flag.conversion_mismatch': None
  'flag.conversion_mismatch.meaning': None
  'flag.conversion_out_of_scope': None
  'flag.conversion_out_of_scope.meaning': None
  'flag.input_overdrawn': None
  'flag.input_overdrawn.meaning': None
  'flag.received_late': None
  'flag.received_late.meaning': None
  'flag.geometry_invalid': None
  'flag.geometry_invalid.meaning': None
  'flag.geometry_too_coarse': None
  'flag.geometry_too_coarse.meaning': None
  'flag.polygon_required': None
  'flag.polygon_required.meaning': None
  'flag.area_mismatch': None
  'flag.area_mismatch.meaning': None
  'flag.plots_overlap': None
  'flag.plots_overlap.meaning': None
  'flag.plot_outside_country': None
  'flag.plot_outside_country.meaning': None
  'flag.plots_adjoin': None
  'flag.plots_adjoin.meaning': None
  'flag.plot_unresolved': None
  'flag.plot_unresolved.meaning': None
  'flag.implausible_quantity': None
  'flag.implausible_quantity.meaning': None
  'flag.id_check_failed': None
  'flag.id_check_failed.meaning': None
  'flag.possibly_recorded_twice': None
  'flag.possibly_recorded_twice.meaning': None
  'flag.assumed_conversion': None
  'flag.assumed_conversion.meaning': None
  'flag.thin_sample': None
  'flag.thin_sample.meaning': None
  'flag.reference_unresolved': None
  'flag.reference_unresolved.meaning': None
  'flag.forked': None
  'flag.forked.meaning': None
  'flag.chain_deep': None
  'flag.chain_deep.meaning': None
  'flag.custody_broken': None
  'flag.custody_broken.meaning': None
  'flag.mass_balance_discrepancy': None
  'flag.mass_balance_discrepancy.meaning': None
  'flag.asserted_by_outsider': None
  'flag.asserted_by_outsider.meaning': None
  'flag.delegated_authority': None
  'flag.delegated_authority.meaning': None
  'flag.delegated_by_bylaw': None
  'flag.delegated_by_bylaw.meaning': None
  'flag.delegation_revoked_before_receipt': None
  'flag.delegation_revoked_before_receipt.meaning': None
  'flag.confirmed_under_delegation': None
  'flag.confirmed_under_delegation.meaning': None
  'flag.confirmed_on_paper': None
  'flag.confirmed_on_paper.meaning': None
  'flag.confirms_superseded_version': None
  'flag.confirms_superseded_version.meaning': None
  'flag.inference_depth_exceeded': None
  'flag.inference_depth_exceeded.meaning': None
  'flag.inference_depth_misstated': None
  'flag.inference_depth_misstated.meaning': None
  'flag.inference_input_unresolved': None
  'flag.inference_input_unresolved.meaning': None
  'type.party': None
  'type.harvest': None
  'type.lot': None
  'type.delivery': None
  'type.delivery_confirmation': None
  'type.custody_transfer': None
  'type.loss': None
  'type.obligation': None
  'type.retraction': None
  'type.plot': None
  'type.due_diligence': None
  'type.payment': None
  'type.payment_confirmation': None
  'type.obligation_confirmation': None
  'type.inference': None
  'purpose.credit_assessment': None
  'purpose.credit_assessment.meaning': None
  'purpose.loan_monitoring': None
  'purpose.loan_monitoring.meaning': None
  'purpose.input_credit': None
  'purpose.input_credit.meaning': None
  'purpose.insurance': None
  'purpose.insurance.meaning': None
  'purpose.warehouse_receipt_finance': None
  'purpose.warehouse_receipt_finance.meaning': None
  'purpose.certification_audit': None
  'purpose.certification_audit.meaning': None
  'purpose.organic_certification': None
  'purpose.organic_certification.meaning': None
  'purpose.eudr_due_diligence': None
  'purpose.eudr_due_diligence.meaning': None
  'purpose.buyer_traceability': None
  'purpose.buyer_traceability.meaning': None
  'purpose.food_safety_recall': None
  'purpose.food_safety_recall.meaning': None
  'purpose.price_settlement': None
  'purpose.price_settlement.meaning': None
  'purpose.cooperative_management': None
  'purpose.cooperative_management.meaning': None
  'purpose.cooperative_audit': None
  'purpose.cooperative_audit.meaning': None
  'purpose.dispute_resolution': None
  'purpose.dispute_resolution.meaning': None
  'purpose.advisory_extension': None
  'purpose.advisory_extension.meaning': None
  'purpose.market_information': None
  'purpose.market_information.meaning': None
  'purpose.research': None
  'purpose.research.meaning': None
  'purpose.official_statistics': None
  'purpose.official_statistics.meaning': None
  'purpose.subsidy_programme': None
  'purpose.subsidy_programme.meaning': None
  'purpose.humanitarian_aid': None
  'purpose.humanitarian_aid.meaning': None
  'purpose.tax': None
  'purpose.tax.meaning': None
  'basis.consent': None
  'basis.special_data_consent': None
  'basis.contract_performance': None
  'basis.legal_obligation': None
  'basis.legal_authorisation': None
  'basis.public_duty': None
  'basis.law_enforcement': None
  'basis.national_security': None
  'basis.medical': None
  'crop.coffee_fresh_cherry': None
  'crop.coffee_dried_cherry': None
  'crop.coffee_parchment': None
  'crop.coffee_green': None
  'crop.coffee_roasted': None
  'crop.coffee_arabica_fresh_cherry': None
  'crop.coffee_arabica_dried_cherry': None
  'crop.coffee_arabica_parchment': None
  'crop.coffee_arabica_green': None
  'crop.coffee_robusta_fresh_cherry': None
  'crop.coffee_robusta_dried_cherry': None
  'crop.coffee_robusta_parchment': None
  'crop.coffee_robusta_green': None
  'crop.maize_green_cob': None
  'crop.maize_dry_cob': None
  'crop.maize_grain': None
  'crop.maize_flour': None
  'crop.beans_dry': None
  'crop.beans_green': None
  'crop.cowpea_dry': None
  'crop.pigeon_pea_dry': None
  'crop.chickpea_dry': None
  'crop.green_gram_dry': None
  'crop.faba_bean_dry': None
  'crop.field_pea_dry': None
  'crop.garden_pea_green': None
  'crop.lentil_dry': None
  'crop.bambara_groundnut_dry': None
  'crop.sorghum_grain': None
  'crop.sorghum_flour': None
  'crop.finger_millet_grain': None
  'crop.finger_millet_flour': None
  'crop.pearl_millet_grain': None
  'crop.rice_paddy': None
  'crop.rice_milled': None
  'crop.wheat_grain': None
  'crop.wheat_flour': None
  'crop.barley_grain': None
  'crop.teff_grain': None
  'crop.groundnut_in_shell': None
  'crop.groundnut_shelled': None
  'crop.sesame_seed': None
  'crop.sunflower_seed': None
  'crop.soya_bean': None
  'crop.castor_seed': None
  'crop.shea_nut': None
  'crop.cassava_fresh': None
  'crop.cassava_dried': None
  'crop.cassava_flour': None
  'crop.sweet_potato_fresh': None
  'crop.potato_fresh': None
  'crop.yam_fresh': None
  'crop.taro_fresh': None
  'crop.banana_matooke': None
  'crop.banana_dessert': None
  'crop.tea_green_leaf': None
  'crop.tea_made': None
  'crop.cocoa_wet': None
  'crop.cocoa_dried': None
  'crop.cotton_seed_cotton': None
  'crop.cotton_lint': None
  'crop.cotton_seed': None
  'crop.vanilla_green': None
  'crop.vanilla_cured': None
  'crop.pyrethrum_fresh': None
  'crop.pyrethrum_dried': None
  'crop.sisal_fibre': None
  'crop.sugarcane': None
  'crop.rubber_latex': None
  'crop.rubber_cup_lump': None
  'crop.rubber_sheet': None
  'crop.tobacco_cured_leaf': None
  'crop.macadamia_in_shell': None
  'crop.cashew_in_shell': None
  'crop.cashew_kernel': None
  'crop.coconut_in_shell': None
  'crop.oil_palm_fruit': None
  'crop.avocado_fresh': None
  'crop.mango_fresh': None
  'crop.pineapple_fresh': None
  'crop.passion_fruit_fresh': None
  'crop.papaya_fresh': None
  'crop.jackfruit_fresh': None
  'crop.watermelon_fresh': None
  'crop.orange_fresh': None
  'crop.onion_dry': None
  'crop.onion_spring': None
  'crop.garlic_bulb': None
  'crop.tomato_fresh': None
  'crop.cabbage_fresh': None
  'crop.kale_fresh': None
  'crop.carrot_fresh': None
  'crop.eggplant_fresh': None
  'crop.amaranth_leaf': None
  'crop.amaranth_grain': None
  'crop.chilli_fresh': None
  'crop.chilli_dried': None
  'crop.ginger_fresh': None
  'crop.pepper_black': None
  'crop.clove_dried': None
  'crop.milk_cow_raw': None
  'crop.milk_goat_raw': None
  'crop.milk_camel_raw': None
  'crop.eggs_hen': None
  'crop.honey_raw': None
  'crop.beeswax_raw': None
  'unit.kg': None
  'unit.g': None
  'unit.t': None
  'unit.quintal': None
  'unit.lb': None
  'unit.oz': None
  'unit.stone': None
  'unit.cwt_uk': None
  'unit.cwt_us': None
  'unit.short_ton': None
  'unit.long_ton': None
  'unit.feresula': None
  'unit.l': None
  'unit.ml': None
  'unit.dl': None
  'unit.hectolitre': None
  'unit.m3': None
  'unit.gallon_uk': None
  'unit.gallon_us': None
  'unit.pint_uk': None
  'unit.bushel_us': None
  'unit.piece': None
  'unit.pair': None
  'unit.dozen': None
  'unit.gross': None
  'unit.hundred': None
  'unit.thousand': None
  'unit.animal_head': None
  'unit.head': None
  'unit.bunch': None
  'unit.finger': None
  'unit.cob': None
  'unit.heap': None
  'unit.bag': None
  'unit.sack': None
  'unit.extended_bag': None
  'unit.bag_50kg': None
  'unit.bag_60kg': None
  'unit.bag_69kg': None
  'unit.bag_70kg': None
  'unit.bag_90kg': None
  'unit.bag_100kg': None
  'unit.net_bag': None
  'unit.debe': None
  'unit.gorogoro': None
  'unit.sado': None
  'unit.tumpeco': None
  'unit.basin': None
  'unit.bucket_20l': None
  'unit.jerrycan_10l': None
  'unit.jerrycan_20l': None
  'unit.milk_can_50l': None
  'unit.crate': None
  'unit.box': None
  'unit.basket': None
  'unit.egg_tray': None
  'unit.wheelbarrow': None
  'unit.ox_cart': None
  'unit.pickup': None
  'unit.ha': None
  'unit.acre': None
  'unit.m2': None
  'unit.km2': None
  'unit.ft2': None
  'units.quintal': None
  'units.oz': None
  'units.stone': None
  'units.cwt_uk': None
  'units.cwt_us': None
  'units.short_ton': None
  'units.long_ton': None
  'units.feresula': None
  'units.l': None
  'units.ml': None
  'units.dl': None
  'units.hectolitre': None
  'units.m3': None
  'units.gallon_uk': None
  'units.gallon_us': None
  'units.pint_uk': None
  'units.bushel_us': None
  'units.piece': None
  'units.pair': None
  'units.dozen': None
  'units.gross': None
  'units.hundred': None
  'units.thousand': None
  'units.animal_head': None
  'units.head': None
  'units.bunch': None
  'units.finger': None
  'units.cob': None
  'units.heap': None
  'units.bag': None
  'units.sack': None
  'units.extended_bag': None
  'units.bag_50kg': None
  'units.bag_60kg': None
  'units.bag_69kg': None
  'units.bag_70kg': None
  'units.bag_90kg': None
  'units.bag_100kg': None
  'units.net_bag': None
  'units.debe': None
  'units.gorogoro': None
  'units.sado': None
  'units.tumpeco': None
  'units.basin': None
  'units.bucket_20l': None
  'units.jerrycan_10l': None
  'units.jerrycan_20l': None
  'units.milk_can_50l': None
  'units.crate': None
  'units.box': None
  'units.basket': None
  'units.egg_tray': None
  'units.wheelbarrow': None
  'units.ox_cart': None
  'units.pickup': None
  'units.ha': None
  'units.acre': None
  'units.m2': None
  'units.km2': None
  'units.ft2': None
  'firstDay.title': None
  'firstDay.done': { readonly what: Text | number }
  'firstDay.byManager': { readonly what: Text | number }
  'firstDay.name': None
  'firstDay.lists': None
  'firstDay.member': None
  'firstDay.delivery': None
  'firstDay.backup': None
  'firstDay.phone': None
  'firstDay.next': None
  'firstDay.hide': None
  'cooperative.title': None
  'cooperative.what': None
  'cooperative.country': None
  'cooperative.choose': None
  'cooperative.noCountry': None
  'cooperative.timeZone': None
  'cooperative.timeZoneHelp': None
  'cooperative.phone': None
  'cooperative.phoneHelp': None
  'cooperative.save': None
  'cooperative.done': None
  'cooperative.language': None
  'cooperative.name': None
  'cooperative.receipts': None
  'cooperative.receipts.what': None
  'cooperative.receipts.atOnce': None
  'cooperative.receipts.help': None
  'lists.title': None
  'lists.line': None
  'lists.what': None
  'lists.crops': None
  'lists.units': None
  'lists.places': None
  'lists.places.help': None
  'lists.all': None
  'lists.noPlaces': None
  'lists.change': None
  'lists.back': None
  'backups.title': None
  'backups.done': None
  'backups.none': None
  'backups.where': None
  'backups.noPlace': None
  'backups.goTo': { readonly place: Text | number }
  'backups.silent': { readonly place: Text | number }
  'backups.sameDisk': { readonly folder: Text | number }
  'backups.newAndSameDisk': { readonly caution: Text | number }
  'backups.newAndSameDisk.remedy': None
  'backups.mayNotWrite': { readonly path: Text | number }
  'backups.silentDisk': { readonly path: Text | number }
  'backups.silentDisk.remedy': None
  'backups.inside': None
  'backups.inside.remedy': None
  'backups.openToAll': { readonly path: Text | number; readonly kind: Text | number }
  'backups.openToAll.remedy': { readonly command: Text | number }
  'backups.unreachable': { readonly fault: Text | number }
  'backups.unreachable.remedy': None
  'backups.noFolder': { readonly path: Text | number }
  'backups.locked': { readonly path: Text | number; readonly error: Text | number }
  'backups.locked.service': None
  'backups.locked.mount': { readonly command: Text | number }
  'backups.locked.make': { readonly command: Text | number }
  'backups.noneSet': None
  'backups.noneSet.remedy': { readonly flag: Text | number }
  'backups.wouldGo': { readonly place: Text | number }
  'backups.another': None
  'backups.disk': None
  'backups.size': None
  'backups.free': None
  'backups.windows': None
  'backups.noDisk': None
  'backups.mount': { readonly source: Text | number }
  'backups.folder': None
  'backups.otherFolder': None
  'backups.folderHelp': None
  'backups.take': None
  'backups.takeAllTheSame': None
  'backups.key': None
  'backups.hasKey': None
  'backups.placeFirst': None
  'backups.keyWhat': None
  'backups.makeKey': None
  'backups.keyShown': None
  'backups.keyNotUsed': None
  'backups.keyUsed': None
  'backups.sheet': None
  'backups.ofCooperative': { readonly cooperative: Text | number; readonly day: Text | number }
  'backups.keep': None
  'backups.qr': None
  'backups.vkey': None
  'backups.once': None
  'backups.isWritten': None
  'backups.useKey': None
  'backups.leave': None
  'backups.often': None
  'backups.every.6h': None
  'backups.every.12h': None
  'backups.every.24h': None
  'backups.every.7d': None
  'backups.every.off': None
  'backups.setEvery': None
  'backups.make': None
  'backups.makeFirst': None
  'backups.makeThere': { readonly command: Text | number }
  'backup.badRecipient': { readonly text: Text | number }
  'backup.badRecipient.remedy': None
  'backup.noIdentity': None
  'backup.noIdentity.remedy': None
  'backup.identityLetter': None
  'backup.identityLength': { readonly length: Text | number; readonly right: Text | number }
  'backup.identityLetter.remedy': None
  'backup.identityTyped': None
  'backup.identityTyped.remedy': None
  'backup.identityUnreadable': { readonly code: Text | number }
  'backup.identityUnreadable.remedy': None
  'backup.identityAsked': None
  'backup.otherKey': { readonly recipient: Text | number }
  'backup.otherKey.remedy': None
  'backup.noDatabase.remedy': None
  'backup.placeFails.remedy': { readonly place: Text | number }
  'backup.placeOfService': None
  'backup.newDisk': None
  'backup.suspended.create': None
  'backup.suspended.create.remedy': None
  'backup.suspended.prune': None
  'backup.suspended.prune.remedy': None
  'backup.placeOfOriginal': { readonly place: Text | number }
  'backup.placeOfOriginal.remedy': None
  'backup.notSuspended': None
  'backup.notSuspended.remedy': None
  'backup.hasKey': { readonly recipient: Text | number }
  'backup.hasKey.remedy': None
  'backup.noKey': None
  'backup.noKey.remedy': None
  'backup.keyLost': None
  'backup.keyMade': None
  'backup.keyMade.vkey': None
  'backup.keyMade.also': None
  'backup.keyMade.used': { readonly recipient: Text | number }
  'backup.keyGiven': { readonly recipient: Text | number }
  'backup.keyGiven.vkey': None
  'backup.skipped': { readonly reason: Text | number }
  'backup.skipped.noPlace': None
  'backup.skipped.noKey': None
  'backup.skipped.suspended': None
  'backup.made': { readonly id: Text | number; readonly place: Text | number; readonly entries: number; readonly pictures: number; readonly size: Text | number; readonly fresh: Text | number }
  'backup.made.missing': { readonly count: number }
  'backup.made.again': None
  'backup.stopped': None
  'backup.disappeared': { readonly count: number; readonly place: Text | number }
  'backup.disappeared.remedy': None
  'backup.busy': None
  'backup.busy.remedy': None
  'backup.waits': { readonly count: number }
  'backup.room': { readonly need: Text | number; readonly folder: Text | number; readonly free: Text | number; readonly reserve: Text | number }
  'backup.room.copy': { readonly needed: Text | number }
  'backup.room.restore': { readonly needed: Text | number }
  'backup.room.pictures': { readonly needed: Text | number }
  'backup.room.trial': { readonly needed: Text | number }
  'backup.room.remedy': { readonly missing: Text | number }
  'backup.linkNowhere': { readonly path: Text | number }
  'backup.linkNowhere.remedy': None
  'backup.diskFull': { readonly folder: Text | number }
  'backup.diskFull.remedy': None
  'backup.diskFailing': { readonly folder: Text | number; readonly code: Text | number }
  'backup.diskFailing.remedy': None
  'backup.list.none': { readonly place: Text | number }
  'backup.list.lives': { readonly lives: Text | number }
  'backup.line.backup': None
  'backup.line.life': None
  'backup.line.made': None
  'backup.line.entries': None
  'backup.line.remarks': None
  'backup.line.restoredFrom': None
  'backup.line.madeAt': None
  'backup.line.credential': None
  'backup.line.ends': None
  'backup.line.request': None
  'backup.line.by': None
  'backup.line.log': None
  'backup.line.vkey': None
  'backup.line.root': None
  'backup.live.credentials': None
  'backup.live.devices': None
  'backup.live.grants': None
  'backup.live.mandates': None
  'backup.live.requests': None
  'backup.live.objections': None
  'backup.live.staff': None
  'backup.noneThere': None
  'backup.noneThere.id': { readonly id: Text | number }
  'backup.noneThere.remedy': None
  'backup.ambiguous': { readonly id: Text | number }
  'backup.ambiguous.remedy': None
  'backup.lives': { readonly lives: Text | number; readonly newest: Text | number }
  'backup.lives.newest': { readonly id: Text | number; readonly life: Text | number; readonly entries: number }
  'backup.lives.remedy': None
  'backup.newerGranary': { readonly version: Text | number; readonly schema: Text | number; readonly known: Text | number }
  'backup.newerGranary.remedy': None
  'backup.inUse': { readonly folder: Text | number }
  'backup.inUse.remedy': None
  'backup.notClosed': None
  'backup.notClosed.remedy': None
  'backup.emptyMount': { readonly folder: Text | number }
  'backup.emptyMount.remedy': { readonly command: Text | number }
  'backup.noRoomForPictures': { readonly store: Text | number }
  'backup.noRoomForPictures.remedy': None
  'backup.broken': { readonly what: Text | number }
  'backup.broken.remedy': None
  'backup.broken.of': { readonly id: Text | number; readonly fault: Text | number }
  'backup.fault.noManifest': None
  'backup.fault.manifest': None
  'backup.fault.first': None
  'backup.fault.newer': None
  'backup.fault.gone': None
  'backup.fault.contents': None
  'backup.fault.contentsUnusable': { readonly reason: Text | number }
  'backup.fault.objects': { readonly count: number }
  'backup.fault.objectsOf': { readonly missing: number; readonly objects: number; readonly sha256: Text | number }
  'backup.fault.objectDamaged': { readonly sha256: Text | number }
  'backup.fault.objectMissing': { readonly sha256: Text | number }
  'backup.fault.objectLength': { readonly sha256: Text | number }
  'backup.fault.objectLocked': { readonly sha256: Text | number }
  'backup.fault.objectPages': { readonly sha256: Text | number }
  'backup.fault.pages': None
  'backup.fault.sqlite': { readonly damage: Text | number }
  'backup.fault.log': None
  'backup.fault.picture': { readonly sha256: Text | number }
  'backup.otherEntries': None
  'backup.restored': { readonly id: Text | number; readonly at: Text | number; readonly folder: Text | number; readonly entries: number; readonly pictures: number }
  'backup.restored.noVkey': None
  'backup.restored.compare': None
  'backup.restored.refused': None
  'backup.restored.start': { readonly command: Text | number }
  'backup.restored.clock': { readonly command: Text | number }
  'backup.restored.enter': None
  'backup.restored.confirm': { readonly command: Text | number }
  'backup.restored.missing': { readonly count: number }
  'backup.enter.credentials': None
  'backup.enter.devices': None
  'backup.enter.grants': None
  'backup.enter.mandates': None
  'backup.enter.requests': None
  'backup.enter.objections': None
  'backup.enter.staff': None
  'backup.confirm.restoredAt': { readonly restored: Text | number; readonly backup: Text | number; readonly made: Text | number }
  'backup.confirm.enter': None
  'backup.confirm.valid': { readonly credentials: number; readonly devices: number; readonly grants: number; readonly mandates: number; readonly staff: number; readonly objections: number }
  'backup.confirm.compare': None
  'backup.confirm.endFirst': None
  'backup.confirm.noTerminal': None
  'backup.confirm.noTerminal.remedy': None
  'backup.confirm.ask': None
  'backup.confirm.not': None
  'backup.confirm.not.remedy': None
  'backup.confirmed': None
  'backup.confirmed.vkey': None
  'backup.verify.damaged': { readonly id: Text | number }
  'backup.verify.whole': { readonly id: Text | number }
  'backup.verify.there': { readonly id: Text | number; readonly objects: number; readonly size: Text | number }
  'backup.verify.notOpened': None
  'backup.verify.missing': { readonly count: number }
  'backup.read.of': { readonly name: Text | number; readonly id: Text | number; readonly at: Text | number }
  'backup.read.several': { readonly text: Text | number; readonly names: Text | number }
  'backup.read.several.remedy': None
  'backup.read.noneFound': { readonly text: Text | number }
  'backup.read.noneFound.remedy': None
  'backup.read.noLog': None
  'backup.keepWhich': None
  'backup.keepWhich.remedy': None
  'backup.badCount': { readonly flag: Text | number; readonly text: Text | number }
  'backup.badCount.remedy': { readonly flag: Text | number }
  'backup.noneWhole': None
  'backup.noneWhole.remedy': None
  'backup.objectsUnknown': { readonly id: Text | number; readonly fault: Text | number }
  'backup.objectsUnknown.remedy': { readonly key: Text | number; readonly place: Text | number }
  'backup.pruned': { readonly backups: number; readonly objects: number; readonly size: Text | number }
  'backup.wouldPrune': { readonly backups: number; readonly objects: number; readonly size: Text | number }
  'backup.pruned.waiting': { readonly count: number }
  'rebuild.damaged': { readonly why: Text | number }
  'rebuild.damaged.remedy': None
  'rebuild.damaged.at': { readonly where: Text | number; readonly finding: Text | number }
  'rebuild.damaged.entry': { readonly seq: Text | number; readonly reason: Text | number }
  'rebuild.damaged.hashes': { readonly seq: Text | number }
  'rebuild.damaged.predictions': { readonly table: Text | number }
  'rebuild.unverified': { readonly hindered: Text | number }
  'rebuild.unverified.remedy': None
  'rebuild.done': { readonly entries: number; readonly audit: number }
  'rebuild.done.clean': None
  'rebuild.done.faults': { readonly count: Text | number }
  'rebuild.done.rest': None
  'staff.title': None
  'staff.name': None
  'staff.role': None
  'staff.since': None
  'staff.ended': { readonly at: Text | number }
  'staff.add': None
  'staff.addDo': None
  'staff.reset': None
  'staff.end': None
  'staff.setRole': None
  'staff.code': { readonly name: Text | number; readonly code: Text | number; readonly until: Text | number; readonly url: Text | number }
  'staff.again': None
  'staff.factorGone': None
  'staff.badName': None
  'staff.badName.remedy': None
  'staff.taken': { readonly name: Text | number }
  'staff.taken.remedy': None
  'staff.unknown': { readonly name: Text | number }
  'staff.unknown.remedy': None
  'staff.lastManager': { readonly name: Text | number }
  'staff.lastManager.remedy': None
  'staff.line.page': None
  'staff.line.noPage': None
  'staff.codeLost': { readonly name: Text | number }
  'staff.codeOnce': None
  'staff.roleChanged': { readonly name: Text | number; readonly role: Text | number }
  'staff.isEnded': { readonly name: Text | number; readonly at: Text | number }
  'factor.title': None
  'factor.code': None
  'factor.help': None
  'factor.wrong': None
  'account.title': None
  'account.must': None
  'account.factor': None
  'account.isOff': None
  'account.isOn': { readonly left: number }
  'account.ownPassword': None
  'account.turnOn': None
  'account.turnOff': None
  'account.scan': None
  'account.qr': None
  'account.key': None
  'account.codes': None
  'account.proof': None
  'account.newRecovery': None
  'account.wrongProof': None
  'account.password': None
  'account.old': None
  'account.setPassword': None
  'account.language': None
  'account.languageOfPages': None
  'account.asBrowser': None
  'account.setLanguage': None
  'account.passwordDone': None
  'lender.title': None
  'lender.token': None
  'lender.tokenHelp': None
  'lender.wrong': None
  'lender.purposes': None
  'lender.nobody': None
  'view.title': { readonly at: Text | number }
  'view.page': None
  'view.list.title': { readonly at: Text | number }
  'view.list.page': None
  'view.list.all': None
  'view.field.purpose': None
  'view.field.from': None
  'view.field.reader': None
  'view.field.dates': None
  'view.field.about': None
  'view.from': { readonly cooperative: Text | number }
  'view.dates': { readonly zone: Text | number }
  'view.purpose.listed': { readonly name: Text | number; readonly meaning: Text | number }
  'view.purpose.unlisted': { readonly purpose: Text | number }
  'view.about.phone': { readonly name: Text | number; readonly phone: Text | number }
  'view.about.disagree': { readonly name: Text | number }
  'view.about.named': { readonly name: Text | number }
  'view.about.unnamed': { readonly name: Text | number }
  'view.about.own': { readonly name: Text | number }
  'view.about.notOpened': None
  'view.about.noneToShow': None
  'view.party.this': None
  'view.party.reader': None
  'view.party.another': None
  'view.party.hidden': None
  'view.party.side': None
  'view.party.delegate': None
  'view.crop.unlisted': { readonly code: Text | number }
  'view.unit.unlisted': { readonly code: Text | number }
  'view.times': { readonly amount: Text | number; readonly unit: Text | number }
  'view.called': { readonly quantity: Text | number; readonly label: Text | number }
  'view.anyProduce': None
  'view.goods': { readonly quantity: Text | number; readonly crop: Text | number }
  'view.rate': { readonly kg: Text | number; readonly unit: Text | number }
  'view.rateOf': { readonly kg: Text | number; readonly crop: Text | number; readonly unit: Text | number }
  'view.sampled': { readonly rate: Text | number; readonly count: number }
  'view.reckoned': { readonly rate: Text | number }
  'view.reckoned.otherwise': { readonly rate: Text | number }
  'view.way.reckoned': { readonly way: Text | number; readonly rate: Text | number }
  'view.way.otherwise': { readonly way: Text | number; readonly rate: Text | number }
  'view.way.none': None
  'view.flags': { readonly flags: Text | number }
  'view.flags.someWithheld': { readonly count: number }
  'view.ground.refused': { readonly subject: Text | number; readonly type: Text | number }
  'view.ground.until': { readonly day: Text | number }
  'view.ground.window': { readonly windows: Text | number }
  'view.ground.orWindow': { readonly one: Text | number; readonly other: Text | number }
  'view.ground.byWindow': None
  'view.ground.windowUntil': { readonly window: Text | number; readonly day: Text | number }
  'view.ground.anyTime': None
  'view.window.from': { readonly day: Text | number }
  'view.window.to': { readonly day: Text | number }
  'view.window.both': { readonly first: Text | number; readonly last: Text | number }
  'view.keep': { readonly some: string; readonly day: Text | number }
  'view.keep.longer': { readonly some: string; readonly day: Text | number; readonly last: Text | number }
  'view.empty': None
  'view.empty.own': None
  'view.unread': { readonly type: string; readonly count: number }
  'view.forks': { readonly type: string }
  'view.forks.others': { readonly count: number }
  'view.forks.unread': None
  'view.left.to_itself': { readonly count: number }
  'view.left.by_outsider': { readonly count: number }
  'view.left.without_kg': { readonly count: number }
  'view.left.of_another_crop': { readonly count: number }
  'view.left.forked': { readonly count: number }
  'view.left.forms': { readonly count: number }
  'view.left.weight': { readonly count: number }
  'view.left.others': { readonly count: number }
  'view.deliveries.title': None
  'view.deliveries.date': None
  'view.deliveries.recorded': None
  'view.deliveries.kg': None
  'view.deliveries.way': None
  'view.deliveries.confirmed': None
  'view.deliveries.noKg': None
  'view.confirmed.confirmed': None
  'view.confirmed.by_delegate': None
  'view.confirmed.on_paper': None
  'view.confirmed.not_confirmed': None
  'view.deliveries.left': { readonly lines: Text | number; readonly count: number }
  'view.sums.kg': None
  'view.sums.deliveries': None
  'view.sums.total': None
  'view.sums.confirmed': None
  'view.sums.by_delegate': None
  'view.sums.on_paper': None
  'view.sums.not_confirmed': None
  'view.sums.together': None
  'view.sums.delivered': { readonly subject: Text | number; readonly crop: Text | number }
  'view.sums.received': { readonly subject: Text | number; readonly crop: Text | number }
  'view.sums.own': { readonly subject: Text | number }
  'view.sums.opened': None
  'view.sums.signed': None
  'view.sums.incomplete': { readonly what: Text | number }
  'view.delivery.parties': { readonly way: string; readonly other: Text | number; readonly by: string; readonly subject: Text | number; readonly whom: string }
  'view.delivery.itself': None
  'view.delivery.confirmed': { readonly by: string; readonly side: Text | number; readonly day: Text | number; readonly channel: string }
  'view.delivery.confirmedHidden': { readonly by: string; readonly side: Text | number }
  'view.side.other': None
  'view.side.either': None
  'view.delivery.grade': { readonly grade: Text | number }
  'view.delivery.price': { readonly by: string; readonly price: Text | number }
  'view.delivery.paid': { readonly acknowledged: Text | number; readonly signed: string; readonly paper: Text | number; readonly claimed: Text | number; readonly remaining: Text | number }
  'view.enteredLate': { readonly day: Text | number }
  'view.delivery.inNoSum': None
  'view.sentence': { readonly text: Text | number }
  'view.corrected': { readonly day: Text | number }
  'view.corrected.before': { readonly day: Text | number; readonly before: Text | number }
  'view.corrected.first': { readonly day: Text | number; readonly before: Text | number; readonly first: Text | number }
  'view.corrected.earlier': { readonly day: Text | number; readonly before: Text | number; readonly earlier: Text | number }
  'view.corrected.unread': { readonly day: Text | number }
  'view.was.kg': { readonly kg: Text | number; readonly way: Text | number }
  'view.was.price': { readonly price: Text | number }
  'view.was.dated': { readonly date: Text | number }
  'view.obligations.title': None
  'view.obligations.over': None
  'view.obligations.byNeither': { readonly count: number }
  'view.obligations.agreed': None
  'view.obligations.left': { readonly lines: Text | number; readonly what: Text | number }
  'view.debts.sum': { readonly way: string; readonly subject: Text | number; readonly kind: Text | number; readonly count: number }
  'view.debts.deliver_produce': None
  'view.debts.repay_input_credit': None
  'view.debts.repay_loan': None
  'view.debts.pay_for_goods': None
  'view.debts.other': None
  'view.debts.prices': { readonly word: string; readonly way: string; readonly subject: Text | number; readonly count: number }
  'view.debts.pricesOnly': { readonly count: number; readonly sums: Text | number }
  'view.debts.overpaid': None
  'view.debts.late': None
  'view.debts.count': { readonly count: number }
  'view.debts.incomplete': None
  'view.left.debts': { readonly count: number; readonly word: string; readonly sums: Text | number }
  'view.left.goods': { readonly count: number; readonly sums: Text | number }
  'view.left.outstanding': { readonly kg: Text | number; readonly crop: Text | number }
  'view.oneSided.title': None
  'view.oneSided.meaning': None
  'view.oneSided': { readonly who: string; readonly name: Text | number; readonly what: Text | number }
  'view.oneSided.delegate': { readonly by: Text | number }
  'view.owes.deliver_produce': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.repay_input_credit': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.repay_loan': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.pay_for_goods': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.other': { readonly owes: Text | number; readonly to: Text | number }
  'view.owed': { readonly what: Text | number; readonly due: string; readonly day: Text | number }
  'view.obligation.dated': { readonly date: Text | number; readonly late: string; readonly day: Text | number; readonly has: string; readonly goods: Text | number }
  'view.obligation.noKg': None
  'view.obligation.committed': None
  'view.obligation.delivered': None
  'view.obligation.confirmed': None
  'view.obligation.outstanding': None
  'view.obligation.inDeliveries': { readonly count: number }
  'view.obligation.confirmedOf': { readonly count: number }
  'view.obligation.over': None
  'view.obligation.seeBelow': None
  'view.obligation.incomplete': None
  'view.obligation.left': { readonly what: Text | number }
  'view.obligation.signed': None
  'view.payments.title': None
  'view.payments.date': None
  'view.payments.purpose': None
  'view.payments.method': None
  'view.payments.amount': None
  'view.payments.acknowledged': None
  'view.payments.left': { readonly lines: Text | number; readonly count: number }
  'view.payment.acknowledged': None
  'view.payment.on_paper': None
  'view.payment.claimed': None
  'view.payment.parties': { readonly way: string; readonly other: Text | number }
  'view.payment.reference': { readonly reference: Text | number }
  'view.paid.sums': None
  'view.paid.sum': { readonly way: string; readonly purpose: Text | number }
  'view.paid.payments': None
  'view.paid.owed': None
  'view.paid.stated': None
  'view.paid.acknowledged': None
  'view.paid.on_paper': None
  'view.paid.vouching': None
  'view.paid.vouched': None
  'view.paid.claimed': None
  'view.paid.remaining': None
  'view.paid.count': { readonly count: number }
  'view.paid.last': { readonly day: Text | number }
  'view.paid.last.about': { readonly day: Text | number }
  'view.paid.pastDue': { readonly remaining: Text | number }
  'view.paid.incomplete': { readonly count: number }
  'view.paid.own': None
  'view.paid.opened': None
  'view.paid.beyond': None
  'view.left.by_outsider.payment': { readonly count: number }
  'view.left.sums': { readonly count: number }
  'view.notInKg': None
  'view.lots.title': None
  'view.lots.over': None
  'view.lots.left': { readonly lines: Text | number; readonly count: number }
  'view.lot.headline': { readonly crop: Text | number; readonly graded: string; readonly grade: Text | number; readonly date: Text | number; readonly late: string; readonly day: Text | number }
  'view.lot.custody': { readonly holder: Text | number; readonly has: string; readonly since: Text | number; readonly transfers: number }
  'view.lot.broken': None
  'view.lot.unbroken': None
  'view.lot.putIn': None
  'view.lot.notCounted': None
  'view.lot.noneStated': None
  'view.lot.declared': None
  'view.lot.difference': None
  'view.lot.wentOut': None
  'view.lot.wentOutHow': None
  'view.lot.lost': None
  'view.lot.lostHow': None
  'view.lot.remaining': None
  'view.lot.remainingHow': None
  'view.lot.inputs': { readonly count: number; readonly kg: Text | number }
  'view.lot.inputsOpen': { readonly count: number; readonly kg: Text | number }
  'view.lot.inputsHidden': { readonly count: number; readonly kg: Text | number }
  'view.lot.inputsLeft': { readonly kg: Text | number }
  'view.lot.allowed': { readonly percent: Text | number; readonly kg: Text | number }
  'view.lot.legsLeft': { readonly count: number }
  'view.lot.legsHidden': { readonly count: number; readonly kg: Text | number }
  'view.lot.leg': { readonly day: Text | number; readonly kg: Text | number; readonly expected: Text | number; readonly difference: Text | number; readonly breached: string }
  'view.lot.legAlone': { readonly day: Text | number; readonly kg: Text | number }
  'view.lot.breached': None
  'view.lot.uncompared': None
  'view.lot.noBreach': None
  'view.lot.addsUp': None
  'view.lot.incomplete': None
  'view.lot.leftOut': { readonly count: number }
  'view.plots.title': None
  'view.plots.plot': None
  'view.plots.country': None
  'view.plots.stated': None
  'view.plots.drawn': None
  'view.plots.unnamed': None
  'view.plots.notReckoned': None
  'view.plots.left': { readonly lines: Text | number; readonly count: number }
  'view.plots.sum': { readonly count: number; readonly flagged: number }
  'view.plot.was': { readonly stated: Text | number; readonly drawn: Text | number }
  'view.plot.wasCalled': { readonly name: Text | number; readonly stated: Text | number; readonly drawn: Text | number }
  'view.plot.noSize': None
  'view.plot.asDrawn': { readonly hectares: Text | number }
  'view.refused.title': None
  'view.refused.own': None
  'view.refused.grounds': None
  'view.refused.opened': { readonly subject: Text | number }
  'view.refused.types': { readonly subject: Text | number }
  'view.refused.nothing': None
  'view.refused.unprinted': { readonly types: Text | number }
  'view.refused.moreGrants': None
  'view.refused.moreNames': None
  'view.refused.sums': None
  'view.refused.even': None
  'view.until': { readonly day: Text | number; readonly types: Text | number }
  'view.until.window': { readonly day: Text | number; readonly window: Text | number; readonly types: Text | number }
  'view.byGrants': { readonly count: number }
  'view.flags.title': None
  'view.flags.none': None
  'view.flags.meaning': { readonly flag: Text | number; readonly meaning: Text | number }
  'view.flags.withheld': { readonly count: number }
  'view.limits.title': None
  'view.limit.rounded': None
  'view.limit.balance': { readonly percent: Text | number }
  'view.limit.sample': { readonly count: number }
  'view.limit.late': { readonly count: number }
  'view.limit.implausible': { readonly kg: Text | number }
  'view.limit.stated': { readonly percent: Text | number }
  'view.limit.plots': { readonly hectares: Text | number; readonly percent: Text | number }
  'view.factors': None
  'view.factor': { readonly one: Text | number; readonly kg: Text | number; readonly source: Text | number }
  'view.factors.left': { readonly count: number }
  'view.not.title': None
  'view.not.score': None
  'view.not.complete': None
  'view.not.proof': None
  'view.not.anchoredYet': None
  'view.not.anchored': None
  'view.anchored.folder': { readonly at: Text | number }
  'view.anchored.signed': { readonly at: Text | number; readonly count: number; readonly names: Text | number }
  'view.not.checked': None
  'view.english': None
  'view.english.sources': None
  'view.list.parties': None
  'view.list.nobody': None
  'view.list.until': None
  'view.list.party': None
  'view.list.opened': None
  'view.list.noName': None
  'view.list.nameNotOpened': None
  'view.list.count': { readonly parties: number; readonly grants: number }
  'view.list.moreGrants': None
  'view.list.moreNames': None
  'view.list.left': { readonly lines: Text | number; readonly count: number }
  'view.list.changing': None
  'view.list.ask': None
  'view.list.choose': None
  'view.list.number': { readonly number: Text | number }
  'view.list.phone': { readonly phone: Text | number }
  'view.list.numberAndPhone': { readonly number: Text | number; readonly phone: Text | number }
  'view.list.allTypes': { readonly count: number }
  'view.list.allBut': { readonly types: Text | number }
  'view.short.delivery_confirmation': None
  'view.short.payment_confirmation': None
  'view.short.obligation_confirmation': None
  'view.short.custody_transfer': None
  'view.command.notId': { readonly subject: Text | number }
  'view.command.notId.remedy': None
  'view.command.which': None
  'view.command.party': None
  'view.command.id': None
  'view.command.noLanguage': { readonly code: Text | number }
  'view.command.noLanguage.remedy': { readonly codes: Text | number }
  'view.command.noToken': None
  'view.command.noToken.remedy': None
  'view.command.noAddress': { readonly url: Text | number }
  'view.command.noAddress.remedy': None
  'view.command.untrusted': { readonly origin: Text | number; readonly code: Text | number }
  'view.command.untrusted.remedy': None
  'view.command.silent': { readonly origin: Text | number }
  'view.command.silent.remedy': None
  'view.command.refused': { readonly status: Text | number; readonly title: Text | number }
  'view.command.refused.unexplained': { readonly status: Text | number }
  'view.command.refused.token': None
  'view.command.refused.request': None
  'ask.title': None
  'ask.nav': None
  'ask.view': None
  'ask.open': None
  'ask.granted': None
  'ask.ended': None
  'ask.none': None
  'ask.about': None
  'ask.sent': None
  'ask.withdraw': None
  'ask.see': None
  'ask.openHelp': None
  'ask.new': None
  'ask.memberNo': None
  'ask.phone': None
  'question.region': None
  'question.language': None
  'question.messages': None
  'question.ids': None
  'question.member_no': None
  'question.phone': None
  'question.reason': None
  'question.lawful_basis': None
  'question.occurred_at': None
  'question.producer': None
  'question.crop': None
  'question.quantity': None
  'question.custody_transfer.quantity': None
  'question.measurement_method': None
  'question.season': None
  'question.grade': None
  'question.note': None
  'question.holder': None
  'question.inputs': None
  'question.lot.location': None
  'question.location': None
  'question.from_party': None
  'question.to_party': None
  'question.delivery.lot_id': None
  'question.custody_transfer.lot_id': None
  'question.lot_id': None
  'question.obligation_id': None
  'question.agreed_price': None
  'question.channel': None
  'question.signed_by': None
  'question.evidence': None
  'question.cause': None
  'question.obligor': None
  'question.obligee': None
  'question.payer': None
  'question.payee': None
  'question.method': None
  'question.purpose': None
  'question.settles': None
  'question.reference': None
  'question.amount': None
  'question.due_at': None
  'ask.whom': None
  'ask.oneOf': None
  'ask.purpose': None
  'ask.types': None
  'ask.until': None
  'ask.keep': None
  'ask.keepHelp': None
  'ask.reason': None
  'question.name': None
  'question.country': None
  'question.crops': None
  'question.area_ha': None
  'question.reference_number': None
  'question.verification_number': None
  'question.statementKind': None
  'question.internal_reference': None
  'question.contingency': None
  'question.replaces': None
  'question.statementStatus': None
  'question.filed_by': None
  'question.filed_at': None
  'ask.reasonHelp': None
  'ask.do': None
  'ask.done': None
  'ask.withdrawn': None
  'ask.older': None
  'ask.usedBefore': None
  'refused.title': None
  'refused.tls': None
  'refused.host': None
  'refused.origin': None
  'refused.stale': None
  'refused.role': { readonly role: Text | number; readonly who: Text | number }
  'refused.managerOnly': None
  'refused.clerkOrManager': None
  'front.what': None
  'front.readers': None
  'front.read': None
  'front.purpose': None
  'front.staff': None
  'front.signIn': None
  'front.command': None
  'front.devices': None
  'front.enrol': None
  'front.check': None
  'front.open': None
  'front.key': None
  'front.roots': None
  'front.developers': None
  'front.reference': None
  'front.contract': None
  'front.link': { readonly name: Text | number; readonly address: Text | number }
  'fault.title': None
  'fault.findParty': None
  'fault.findRecord': None
  'fault.findCrop': None
  'fault.whole': { readonly what: Text | number; readonly cure: Text | number }
  'fault.tooLarge': { readonly megabytes: Text | number }
  'fault.formTooLarge': None
  'fault.boundaryTooLarge': None
  'fault.unforeseen': None
  'terminal.noOrYes': None
  'terminal.none': None
  'question.display_name': None
  'question.party.kind': None
  'question.obligation.kind': None
  'notFound.title': None
  'notFound.text': None
  'notFound.start': None
  'notFound.startPage': None
  'field.required': None
  'date.day': { readonly day: Text | number; readonly month: Text | number; readonly year: Text | number }
  'date.first': None
  'date.moment': { readonly day: Text | number; readonly clock: Text | number }
  'date.week': { readonly day: Text | number }
  'date.month': { readonly month: Text | number; readonly year: Text | number }
  'date.season': { readonly month: Text | number; readonly year: Text | number }
  'span.minutes': { readonly count: number }
  'span.hours': { readonly count: number }
  'span.days': { readonly count: number }
  'value.money': { readonly currency: Text | number; readonly figure: Text | number }
  'value.minorUnits': { readonly figure: Text | number; readonly currency: Text | number }
  'value.percent': { readonly figure: Text | number }
  'value.country': { readonly name: Text | number; readonly code: Text | number }
  'value.kib': { readonly size: Text | number }
  'value.mib': { readonly size: Text | number }
  'value.counted': { readonly count: Text | number; readonly noun: Text | number }
  'value.sentences': { readonly first: Text | number; readonly next: Text | number }
  'typed.today': None
  'typed.yesterday': None
  'typed.cooperative': None
  'typed.others': None
  'value.series': { readonly before: Text | number; readonly next: Text | number }
  'value.clauses': { readonly first: Text | number; readonly rest: Text | number }
  'value.mebibytes': { readonly size: Text | number }
  'value.gibibytes': { readonly size: Text | number }
  'name.callsItself': { readonly name: Text | number }
  'name.partyCallingItself': { readonly name: Text | number }
  'name.notRecorded': { readonly name: Text | number }
  'name.none': None
  'name.detailed': { readonly name: Text | number; readonly detail: Text | number }
  'name.detailedTwice': { readonly name: Text | number; readonly kind: Text | number; readonly number: Text | number }
  'name.others': { readonly count: number }
  'name.byOthers': { readonly names: Text | number }
  'way.exact unit': None
  'way.fixed factor': None
  'way.weighed sample': None
  'way.published standard': None
  'way.assumed default': None
  'way.factor unknown': None
  'way.not by its factor': None
  'field.title': None
  'field.noScript': None
  'field.language': None
  'field.newVersion': None
  'field.useNewVersion': None
  'field.clockAhead': { readonly time: Text | number }
  'field.clockBehind': { readonly time: Text | number }
  'field.clock.home': None
  'field.clock.title': None
  'field.clock.setBack': { readonly shown: Text | number; readonly seen: Text | number; readonly time: Text | number }
  'field.clock.changed': { readonly shown: Text | number }
  'field.clock.set': None
  'field.clock.ask': None
  'field.clock.checked': None
  'field.clock.do': None
  'field.clock.stated': { readonly day: Text | number; readonly shown: Text | number }
  'field.missing.title': None
  'field.missing.secureConnection': None
  'field.missing.worker': None
  'field.missing.storage': None
  'field.noRoom': None
  'field.enrol.title': None
  'field.enrol.how': None
  'field.who.title': None
  'field.who.unnamed': None
  'field.who.another': None
  'field.who.anotherHow': None
  'field.enrol.code': None
  'field.enrol.do': None
  'field.enrol.noCode': None
  'field.enrol.otherOffice': None
  'field.enrol.refused': None
  'field.enrol.noAnswer': None
  'field.enrol.otherLock': None
  'field.pin.chooseTitle': None
  'field.pin.why': None
  'field.pin.new': None
  'field.pin.again': None
  'field.pin.choose': None
  'field.pin.short': None
  'field.pin.notDigits': None
  'field.pin.simple': None
  'field.pin.differ': None
  'field.pin.title': None
  'field.pin.pin': None
  'field.pin.open': None
  'field.pin.wrong': { readonly left: number }
  'field.shut.title': None
  'field.shut.what': None
  'field.newCode.title': None
  'field.newCode.what': None
  'field.startOver.title': None
  'field.startOver.what': None
  'field.startOver.ofTitle': None
  'field.startOver.ofWhat': { readonly name: Text | number }
  'field.startOver.sure': None
  'field.startOver.do': None
  'field.startOver.ofDo': None
  'field.home.title': None
  'field.home.contact': { readonly at: Text | number }
  'field.home.noContact': None
  'field.home.phone': None
  'field.home.sendNow': None
  'field.home.lock': None
  'field.home.saveFile': None
  'field.home.fileIsOpen': None
  'field.ended': None
  'field.noMembers.own': None
  'field.noMembers.notYet': None
  'field.noMembers.none': None
  'field.list.title': { readonly count: number }
  'field.list.state': { readonly state: string }
  'field.list.type': { readonly type: string }
  'field.list.sendAgain': None
  'field.list.queue': None
  'field.list.takeBack': None
  'field.list.notPossible': None
  'field.refused.schema_violation': None
  'field.refused.id_conflict': None
  'field.refused.delegation_required': None
  'field.refused.delegation_not_live': None
  'field.refused.lawful_basis_insufficient': None
  'field.refused.reference_unresolved': None
  'field.refused.already_retracted': None
  'field.refused.not_the_asserter': None
  'field.refused.not_the_counterparty': None
  'field.refused.fork_has_no_authority': None
  'field.refused.chain_too_long': None
  'field.refused.not_permitted_for_credential': None
  'field.refused.suspended_after_restore': None
  'field.refused.clock_in_doubt': None
  'field.refused.storage_full': None
  'field.refused.quota_exceeded': None
  'field.refused.overloaded': None
  'reports.month': None
  'chart.figures': None
  'chart.of': { readonly crop: Text | number; readonly direction: Text | number }
  'chart.days': { readonly since: Text | number; readonly until: Text | number; readonly crop: Text | number; readonly direction: Text | number; readonly kg: Text | number }
  'chart.weeks': { readonly crop: Text | number; readonly direction: Text | number }
  'chart.months': { readonly crop: Text | number; readonly direction: Text | number }
  'chart.today': None
  'chart.none': None
  'chart.noDelivery': None
  'chart.noPeriod': None
  'chart.mark': None
  'chart.claimed': { readonly kg: Text | number }
  'chart.apart': { readonly known: Text | number; readonly kg: Text | number; readonly count: number }
  'chart.this': { readonly since: Text | number }
  'chart.last': { readonly since: Text | number }
  'chart.soFar': { readonly crop: Text | number; readonly direction: Text | number; readonly kg: Text | number; readonly before: Text | number }
  'chart.flow': None
  'chart.missing': None
  'chart.unexplained': None
  'chart.beyond': None
  'map.label': { readonly count: number }
  'map.metres': { readonly figure: Text | number }
  'map.kilometres': { readonly figure: Text | number }
  'map.degrees': { readonly figure: Text | number }
  'map.north': None
  'map.named': { readonly number: Text | number; readonly name: Text | number }
  'map.sized': { readonly number: Text | number; readonly name: Text | number; readonly hectares: Text | number }
  'map.number': None
  'map.plot': None
  'map.size': None
  'map.other': None
  'map.near': None
  'map.own': None
  'map.what': None
  'map.undrawn': None
  'map.more': { readonly count: number }
  'map.background': { readonly attribution: Text | number }
  'map.fault.vector': { readonly name: Text | number }
  'map.fault.unreadable': { readonly name: Text | number }
  'map.fault.slow': { readonly name: Text | number }
  'date.dayMonth': { readonly day: Text | number; readonly month: Text | number }
  'receipt.recordNumber': None
  'receipt.inKg': { readonly kg: Text | number }
  'receipt.inDeliveries': { readonly count: number }
  'receipt.settledDebt': { readonly what: Text | number; readonly day: Text | number }
  'receipt.settledOf': { readonly whose: Text | number; readonly owed: Text | number }
  'receipt.settledNone': None
  'audited.device.show': None
  'audited.device.take-in-from': None
  'devices.waiting': None
  'devices.line.others': None
  'devices.line.page': None
  'devices.line.install': None
  'devices.installFirst': None
  'devices.openPage': None
  'enrol.title': None
  'enrol.gone': None
  'enrol.waiting': None
  'enrol.look': None
  'enrol.late': None
  'enrol.registered': { readonly device: Text | number }
  'enrol.toDevice': None
  'enrol.for': { readonly name: Text | number; readonly until: Text | number }
  'enrol.address': None
  'enrol.addressHelp': None
  'enrol.useAddress': None
  'enrol.trust': None
  'enrol.trustKnown': None
  'enrol.noTls': None
  'enrol.trustHelp': None
  'enrol.trustQr': None
  'enrol.compare': None
  'enrol.android': None
  'enrol.android.scan': None
  'enrol.android.warning': None
  'enrol.android.download': None
  'enrol.android.settings': None
  'enrol.iphone': None
  'enrol.iphone.scan': None
  'enrol.iphone.warning': None
  'enrol.iphone.download': None
  'enrol.iphone.settings': None
  'enrol.iphone.switch': None
  'enrol.trusted': { readonly address: Text | number }
  'enrol.scan': None
  'enrol.scanHelp': None
  'enrol.pin': None
  'enrol.pin.choose': None
  'enrol.pin.home': None
  'enrol.pin.forgotten': None
  'device.platform': None
  'device.registered': None
  'device.clockUnknown': None
  'device.endedAt': None
  'device.id': None
  'device.rejections': None
  'device.reason': None
  'device.records': None
  'device.rejectionsHelp': None
  'device.says': None
  'device.known': None
  'device.saysNothing': None
  'device.saysHelp': { readonly at: Text | number }
  'device.waitingSince': { readonly figure: Text | number; readonly at: Text | number }
  'device.rejectedThere': None
  'device.storage': None
  'device.storageOf': { readonly used: Text | number; readonly quota: Text | number }
  'device.storageUnknown': None
  'device.client': None
  'device.lost': None
  'device.lostHelp': None
  'device.holds': None
  'device.holds.token': None
  'device.holds.fetched': { readonly at: Text | number }
  'device.holds.nothingFetched': None
  'device.holds.unsent': { readonly count: number }
  'device.holds.pin': None
  'device.holds.how': None
  'device.holds.unsentHelp': None
  'cards.print': None
  'cards.one': None
  'cards.title': None
  'cards.help': { readonly first: Text | number; readonly last: Text | number; readonly all: Text | number }
  'cards.number': { readonly number: Text | number }
  'cards.show': None
  'cards.qr': None
  'devices.says': None
  'devices.says.sum': { readonly waiting: Text | number; readonly rejected: Text | number; readonly at: Text | number }
  'takeIn.notJson': { readonly file: Text | number }
  'takeIn.notAQueue': { readonly file: Text | number }
  'takeIn.wholeFile': None
  'takeIn.newer': { readonly file: Text | number }
  'takeIn.newer.remedy': None
  'takeIn.faulty': { readonly file: Text | number; readonly place: Text | number; readonly what: Text | number; readonly more: number }
  'takeIn.tooLarge': { readonly file: Text | number; readonly most: Text | number }
  'takeIn.tooLarge.remedy': None
  'takeIn.unknown': { readonly id: Text | number }
  'takeIn.unknown.remedy': None
  'takeIn.ended': { readonly id: Text | number; readonly at: Text | number }
  'takeIn.ended.remedy': None
  'takeIn.made': None
  'takeIn.records': None
  'takeIn.photographs': None
  'takeIn.none': None
  'takeIn.sum': { readonly fresh: number; readonly taken: Text | number; readonly again: Text | number; readonly refused: Text | number }
  'takeIn.refused': None
  'takeIn.why': None
  'takeIn.noId': None
  'takeIn.more': { readonly count: number }
  'takeIn.nothingWritten': None
  'takeIn.mend': None
  'help.device.takeIn': None
  'help.device.takeIn.file': None
  'help.device.takeIn.dryRun': None
  'help.device.takeIn.ended': None
  'help.device.enrol.field': None
  'money.unlisted': { readonly debts: number; readonly payments: number }
  'many.title': None
  'many.what': None
  'many.waitingCount': { readonly count: number }
  'many.make': None
  'many.currency': None
  'many.crop': None
  'many.asDebts': None
  'many.makeList': None
  'many.lists': None
  'many.noLists': None
  'many.made': None
  'many.payments': None
  'many.bring': None
  'many.copy': None
  'many.copyHelp': None
  'many.bringList': None
  'many.unfinished': { readonly file: Text | number }
  'many.unkept': { readonly count: number; readonly file: Text | number }
  'many.unfinishedKnown': None
  'many.nothing': None
  'many.noSuchList': None
  'many.listOf': { readonly at: Text | number }
  'many.sums': { readonly count: number; readonly sums: Text | number }
  'many.csv': None
  'many.ownCopy': None
  'many.csvHelp': None
  'many.readBack': None
  'many.ourReference': None
  'many.moreRows': { readonly count: number }
  'many.earlierRows': None
  'many.laterRows': None
  'many.alsoBy': None
  'many.leftOut': None
  'many.file': None
  'many.map': None
  'many.map.bulk': None
  'many.map.statement': None
  'many.map.kept': None
  'many.ownMap': None
  'many.mapHelp': None
  'many.look': None
  'many.noSuchMap': None
  'many.noFile': None
  'many.fileOf': { readonly name: Text | number }
  'many.dry': None
  'many.allRows': None
  'many.does': None
  'many.fee': None
  'many.fees': { readonly sums: Text | number }
  'many.act.pay': { readonly state: string }
  'many.act.retract': { readonly state: string }
  'many.act.pay_and_retract': { readonly state: string }
  'many.act.already': None
  'many.act.failed': None
  'many.act.fee': None
  'many.act.zero': None
  'many.act.in': None
  'many.act.summary': None
  'many.act.heading': None
  'many.takesBack': { readonly number: Text | number; readonly row: Text | number }
  'many.takenBack': { readonly row: Text | number; readonly number: Text | number }
  'many.paymentOf': None
  'many.act.left': None
  'many.act.refused': None
  'many.actBecause': { readonly what: Text | number; readonly why: Text | number }
  'many.toWaiting': None
  'many.willWait': { readonly count: number }
  'many.write': { readonly count: number }
  'many.writeWaiting': None
  'many.waiting': None
  'many.waitingHelp': None
  'many.noneWaits': None
  'many.fromFile': None
  'many.lineSays': None
  'many.state.paid': None
  'many.state.failed': None
  'many.state.reversed': None
  'many.state.in': None
  'many.state.unknown': None
  'many.recordedAs': None
  'many.settle': None
  'many.setAside': None
  'many.putBack': None
  'many.asideCount': { readonly count: number }
  'many.settles': None
  'many.why.state': None
  'many.why.transaction': None
  'many.why.contradicts': None
  'many.why.changed': None
  'many.why.corrected': None
  'many.why.forked': None
  'many.why.of_other': None
  'many.why.other_list': None
  'many.why.list_changed': None
  'many.why.no_match': None
  'many.why.several': None
  'many.why.amount': None
  'many.why.telephone': None
  'many.why.masked': { readonly reference: string }
  'many.why.phone_shortened': None
  'many.why.phone_unread': None
  'many.why.time': None
  'many.why.closed': None
  'many.why.came_back': { readonly number: Text | number }
  'many.why.came_back_several': None
  'many.why.came_back_unknown': None
  'many.why.came_in': None
  'audited.payment.decide': None
  'audited.payment.list': None
  'audited.payment.keep-list': None
  'audited.payment.drop-list': None
  'audited.payment.wait': None
  'audited.payment.finished': None
  'audited.payment.waiting': None
  'audited.point.save': None
  'audited.point.remove': None
  'payment.waitingUnread': { readonly path: Text | number }
  'payment.waitingUnread.remedy': None
  'payment.listUnread': { readonly path: Text | number }
  'payment.listUnread.remedy': None
  'payment.read.progress': { readonly done: Text | number; readonly of: number }
  'payment.read.stopped': None
  'help.payment.open.currency': None
  'help.payment.open.crop': None
  'help.payment.open.since': None
  'help.payment.open.purpose': None
  'search.title': None
  'search.all': None
  'search.line': None
  'search.none': None
  'search.organisations': None
  'search.rest': None
  'unconfirmed.line': None
  'tell.line': None
  'today.season': { readonly since: Text | number }
  'today.noneOfSeason': None
  'today.toMachine': None
  'today.delivered': None
  'today.deliveredOf': { readonly crop: Text | number }
  'today.members': { readonly count: number }
  'today.moreCrops': { readonly count: number }
  'today.notInKg': None
  'today.onlyClaimed': { readonly count: number }
  'today.cropWay': { readonly crop: Text | number; readonly direction: Text | number }
  'today.kgIn': { readonly kg: Text | number; readonly count: number }
  'today.notIn': { readonly what: Text | number }
  'today.what': None
  'today.since': None
  'today.overdue': None
  'today.daysLeft': { readonly count: number }
  'today.do.mend': None
  'today.tellManager': None
  'today.do.tell': None
  'today.do.choose': None
  'today.do.ask': None
  'today.do.look': None
  'weigh.line': None
  'weigh.noKg': None
  'weigh.inKg': { readonly kg: Text | number }
  'weigh.more': None
  'weigh.perKg': None
  'weigh.total': { readonly total: Text | number; readonly each: Text | number }
  'weigh.perKgOther': None
  'weigh.perKgOtherDay': None
  'weigh.perKgNoKg': None
  'weigh.gross': None
  'weigh.tare': None
  'weigh.tareHelp': None
  'weigh.both': None
  'weigh.oneUnit': None
  'weigh.noNet': None
  'weigh.notNet': { readonly net: Text | number; readonly typed: Text | number }
  'weigh.grossAndTare': { readonly gross: Text | number; readonly tare: Text | number }
  'scale.settings': None
  'scale.help': None
  'scale.name': None
  'scale.speed': None
  'scale.format': None
  'scale.choose': None
  'scale.forget': None
  'scale.use': None
  'scale.waiting': None
  'scale.settling': None
  'scale.below': None
  'scale.over': None
  'scale.empty': None
  'scale.filled': None
  'scale.offer': None
  'scale.again': None
  'scale.unreadable': None
  'scale.gone': None
  'scale.busy': None
  'scale.note': None
  'scale.noteNamed': { readonly name: Text | number }
  'weigh.priceBasis': { readonly basis: Text | number }
  'weigh.usual': { readonly name: Text | number; readonly usual: Text | number; readonly crop: Text | number; readonly least: Text | number; readonly most: Text | number; readonly count: number }
  'weigh.brought': { readonly name: Text | number; readonly count: number; readonly most: Text | number; readonly crop: Text | number; readonly least: Text | number }
  'weigh.broughtNone': { readonly name: Text | number }
  'weigh.broughtNoneOf': { readonly name: Text | number; readonly crop: Text | number }
  'members.line': None
  'members.noneOf': None
  'alike.nothing': None
  'alike.sameHere': None
  'member.thisSeason': { readonly crop: Text | number }
  'member.ofAgreed': { readonly owed: Text | number; readonly count: number }
  'member.readersNow': None
  'member.readerUntil': { readonly reader: Text | number; readonly at: Text | number }
  'member.untilAt': { readonly at: Text | number }
  'member.hasObjected': None
  'member.forWhat': { readonly purpose: Text | number; readonly what: Text | number }
  'member.inUse': None
  'member.is.current': None
  'member.is.confirmed': None
  'member.is.forked': None
  'member.is.assumed': None
  'member.is.withoutKg': None
  'member.is.claimed': None
  'newMember.line': None
  'newMember.partyLine': None
  'firstDay.of': { readonly done: Text | number; readonly of: Text | number }
  'account.line': { readonly name: Text | number; readonly role: Text | number }
  'account.on': None
  'account.off': None
  'audited.appearance': None
  'help.appearance': None
  'help.appearance.colour': None
  'help.appearance.mark': None
  'cooperative.line': None
  'cooperative.facts': None
  'appearance.title': None
  'appearance.what': None
  'appearance.colour': None
  'appearance.colour.help': None
  'appearance.colour.own': None
  'appearance.mark': None
  'appearance.mark.help': None
  'appearance.mark.none': None
  'appearance.mark.is': { readonly type: Text | number; readonly bytes: Text | number }
  'appearance.mark.remove': None
  'appearance.save': None
  'appearance.noColour': { readonly text: Text | number }
  'appearance.noColour.remedy': None
  'appearance.tooLight': { readonly colour: Text | number; readonly contrast: Text | number; readonly least: Text | number }
  'appearance.tooLight.remedy': { readonly colour: Text | number }
  'appearance.mark.tooLarge': None
  'appearance.mark.unreadable': None
  'appearance.mark.remedy': { readonly kilobytes: Text | number; readonly pixels: Text | number }
  'lender.line': None
  'lender.purposesLine': None
  'lender.reading': None
  'lender.reference': None
  'lender.sheet': None
  'lender.find': None
  'lender.findDo': None
  'lender.askMore': None
  'lender.ended': None
  'lender.endedLine': None
  'lender.endedNone': None
  'lender.endedOf': None
  'lender.endedAt': None
  'lender.delete': None
  'lender.deleteNow': None
  'lender.replaced': None
  'lender.keepUntil': { readonly day: Text | number }
  'lender.program': None
  'lender.programKnows': None
  'lender.programTold': None
  'lender.programNot': None
  'lender.endedOlder': None
  'lender.everyone': None
  'view.about.own.you': { readonly name: Text | number }
  'view.about.notOpened.you': None
  'view.party.reader.you': None
  'view.party.hidden.you': None
  'view.ground.refused.you': { readonly subject: Text | number; readonly type: Text | number }
  'view.ground.until.you': { readonly day: Text | number }
  'view.ground.byWindow.you': None
  'view.sums.opened.you': None
  'view.bars.months': { readonly heading: Text | number }
  'view.bars.month': None
  'view.bars.before': { readonly month: Text | number }
  'view.bars.more': { readonly count: number }
  'view.bars.goods': None
  'view.bars.money': None
  'view.bars.confirmed': None
  'view.bars.delivered': None
  'view.bars.claimed': None
  'view.delivery.confirmedHidden.you': { readonly by: string; readonly side: Text | number }
  'view.obligations.over.you': None
  'view.oneSided.you': { readonly who: string; readonly name: Text | number; readonly what: Text | number }
  'view.youOwe.deliver_produce': { readonly to: Text | number }
  'view.youOwe.repay_input_credit': { readonly to: Text | number }
  'view.youOwe.repay_loan': { readonly to: Text | number }
  'view.youOwe.pay_for_goods': { readonly to: Text | number }
  'view.youOwe.other': { readonly to: Text | number }
  'view.paid.opened.you': None
  'view.lots.over.you': None
  'view.lot.inputsOpen.you': { readonly count: number; readonly kg: Text | number }
  'view.lot.inputsHidden.you': { readonly count: number; readonly kg: Text | number }
  'view.lot.legsHidden.you': { readonly count: number; readonly kg: Text | number }
  'view.refused.grounds.you': None
  'view.refused.opened.you': { readonly subject: Text | number }
  'view.refused.even.you': None
  'view.list.nobody.you': None
  'view.list.found': { readonly count: number; readonly all: number }
  'ask.line': None
  'audited.device.list-of': None
  'look.notYet': None
  'audit.what': None
  'audit.narrow': None
  'audit.aboutWhom': None
  'audit.notDone': None
  'consent.what': None
  'consent.ofWhat': None
  'consent.objected': None
  'consent.saidLater': None
  'consent.step.fill': None
  'consent.step.readOut': None
  'consent.step.record': None
  'steps.of': { readonly step: Text | number; readonly all: Text | number }
  'days.left': { readonly count: number }
  'days.over': None
  'requests.what': None
  'requests.asks': None
  'requests.course': None
  'readers.what': None
  'readers.none': None
  'readers.more': None
  'readers.liveNow': { readonly count: number }
  'machine.newestBackup': None
  'machine.late': None
  'machine.reached': None
  'staff.what': None
  'field.back': None
  'field.choose': None
  'field.others': { readonly field: string }
  'field.find': { readonly type: string }
  'field.weight': { readonly type: string }
  'field.label.member': None
  'field.label.lot': None
  'field.label.weight': None
  'field.label.unit': None
  'field.label.crop': None
  'field.label.amount': None
  'field.label.currency': None
  'field.label.direction': None
  'field.label.method': None
  'field.label.purpose': None
  'field.label.consent': None
  'field.label.reference': None
  'field.label.outline': None
  'field.label.name': None
  'field.label.number': None
  'field.label.phone': None
  'field.label.region': None
  'field.label.country': None
  'field.label.place': None
  'field.label.grade': None
  'field.label.season': None
  'field.label.day': None
  'field.label.note': None
  'field.label.kg': None
  'field.label.when': None
  'field.label.photographs': None
  'field.label.type': None
  'field.told.price': None
  'field.told.by': None
  'field.told.recorder': None
  'field.told.settles': None
  'field.told.obligation': None
  'field.told.plots': None
  'field.told.phone': None
  'field.fault.member': None
  'field.fault.lot': None
  'field.fault.weight': None
  'field.fault.unit': None
  'field.fault.crop': None
  'field.fault.amount': None
  'field.fault.currency': None
  'field.fault.direction': None
  'field.fault.method': None
  'field.fault.purpose': None
  'field.fault.consent': None
  'field.fault.reference': None
  'field.fault.outline': None
  'field.fault.name': None
  'field.fault.number': None
  'field.fault.phone': None
  'field.fault.region': None
  'field.fault.country': None
  'field.fault.place': None
  'field.fault.grade': None
  'field.fault.season': None
  'field.fault.day': None
  'field.fault.note': None
  'field.form.title': { readonly type: string }
  'field.form.correct': { readonly type: string }
  'field.form.step': { readonly step: Text | number; readonly of: Text | number }
  'field.form.cancel': None
  'field.form.next': None
  'field.form.more': { readonly type: string }
  'field.form.others': None
  'field.form.change': None
  'field.form.save': None
  'field.form.show': None
  'field.form.last': { readonly last: Text | number; readonly kg: Text | number }
  'field.form.really': None
  'field.form.notWhole': None
  'field.form.noFactor': None
  'field.form.unfinished': { readonly type: string }
  'field.form.goOn': None
  'field.form.drop': None
  'field.card.scan': None
  'field.card.none': None
  'field.card.unknown': None
  'field.member.nobody': None
  'field.scan.camera': None
  'field.scan.noCamera': None
  'field.scan.noCode': None
  'field.scan.file': None
  'field.scan.end': None
  'field.enrol.scan': None
  'field.lot.find': None
  'field.lot.none': None
  'field.photograph.take': None
  'field.photograph.cited': { readonly count: number }
  'field.photograph.count': { readonly count: number }
  'field.photograph.one': { readonly number: Text | number }
  'field.photograph.remove': None
  'field.photograph.none': None
  'field.photograph.sent': { readonly percent: Text | number }
  'field.photograph.refused': None
  'field.plot.how': None
  'field.plot.way': { readonly way: string }
  'field.plot.complex': None
  'field.plot.waiting': None
  'field.plot.failed': { readonly why: string }
  'field.plot.accuracy': { readonly metres: Text | number }
  'field.plot.inaccurate': { readonly metres: Text | number; readonly most: Text | number }
  'field.plot.drawn': None
  'field.plot.corners': None
  'field.plot.size': None
  'field.plot.area': { readonly ha: Text | number }
  'field.plot.isPoint': None
  'field.plot.leftOut': None
  'field.plot.crosses': None
  'field.plot.most': None
  'field.plot.walk': { readonly is: string }
  'field.plot.takePoint': None
  'field.plot.takeCorner': None
  'field.plot.removeLast': None
  'field.direction': { readonly direction: string }
  'field.purpose': { readonly purpose: string }
  'field.method': { readonly method: string }
  'field.home.network': { readonly is: string }
  'field.home.nearlyFull': None
  'field.home.waiting': None
  'field.home.rejected': None
  'field.home.sent': None
  'field.home.photographs': { readonly count: number }
  'field.home.record': None
  'field.list.own': None
  'field.list.search': None
  'field.list.filter': { readonly filter: string }
  'field.list.more': { readonly count: number }
  'field.list.gone': None
  'field.list.takenBack': None
  'field.list.versions': None
  'field.list.mend': None
  'field.list.correct': None
  'field.refusedOtherwise': None
  'field.refusedPart': None
  'field.takeBack.title': None
  'field.takeBack.what': { readonly is: string }
  'field.takeBack.reason': None
  'field.takeBack.reasons': { readonly reason: string }
  'field.takeBack.keep': None
  'field.takeBack.do': None
  'field.takeBack.undo': None
  'field.takeBack.undoTitle': None
  'field.takeBack.undoWhat': None
  'field.elsewhere.count': { readonly count: number }
  'field.elsewhere.corrected': { readonly by: string; readonly figure: Text | number; readonly party: Text | number }
  'field.elsewhere.correctedAt': { readonly by: string; readonly at: Text | number; readonly party: Text | number }
  'field.elsewhere.takenBack': { readonly by: string; readonly party: Text | number }
  'field.elsewhere.takenBackAt': { readonly by: string; readonly at: Text | number; readonly reason: Text | number; readonly party: Text | number }
  'field.elsewhere.writtenBy': { readonly by: string; readonly at: Text | number; readonly party: Text | number }
  'field.elsewhere.forked': None
  'field.elsewhere.forkedWhat': None
  'field.elsewhere.unknown': None
  'field.elsewhere.unknownWhat': None
  'field.elsewhere.now': None
  'field.elsewhere.thisVersion': None
  'field.elsewhere.keep': None
  'field.elsewhere.keepWhat': { readonly count: number }
  'field.elsewhere.keepDo': None
  'field.elsewhere.alike': { readonly is: string }
  'field.elsewhere.meanwhile': None
  'field.elsewhere.look': None
  'field.elsewhere.onto': { readonly onto: string; readonly figure: Text | number }
  'field.elsewhere.decideFirst': None
  'field.list.drop': None
  'field.refused.too_many_corrections': None
  'field.refused.too_many_payments': None
  'field.confirm.count': { readonly count: number }
  'field.confirm.title': None
  'field.confirm.what': None
  'field.confirm.others': { readonly count: number; readonly many: string; readonly shown: Text | number }
  'field.confirm.none': None
  'field.confirm.do': None
  'field.saved.title': None
  'field.saved.home': None
  'field.saved.another': None
  'field.receipt.title': None
  'field.receipt.code': None
  'field.receipt.id': None
  'field.receipt.digest': { readonly of: string }
  'field.receipt.share': None
  'field.receipt.copied': None
  'field.receipt.failed': None
  'field.receipt.text': { readonly what: Text | number; readonly who: Text | number; readonly facts: Text | number; readonly id: Text | number; readonly digest: Text | number }
  'field.phone.members': None
  'field.phone.registry': None
  'field.phone.registryAt': { readonly crops: Text | number; readonly units: Text | number; readonly at: Text | number }
  'field.phone.noRegistry': None
  'field.phone.storage': None
  'field.phone.used': { readonly used: Text | number; readonly of: Text | number }
  'field.phone.lasting': None
  'field.phone.isLasting': { readonly is: string }
  'field.phone.offline': None
  'field.phone.worker': { readonly state: string }
  'field.phone.version': None
  'field.phone.device': None
  'field.pin.change': None
  'field.pin.old': None
  'field.pin.oldWrong': None
  'field.pin.changed': None
  'field.home.fileEach': None
  'field.home.savePhotographs': { readonly number: Text | number; readonly of: Text | number }
  'field.home.fileUnread': { readonly count: number }
  'field.fault.twoWays': { readonly text: Text | number; readonly one: Text | number; readonly other: Text | number }
  'field.people.title': None
  'field.people.what': None
  'field.people.none': None
  'field.people.add': None
  'field.people.how': None
  'field.people.state': { readonly state: string }
  'field.people.needsCode': { readonly name: Text | number }
  'field.people.unsent': { readonly count: number }
  'field.people.newCode': None
  'field.people.remove': { readonly name: Text | number }
  'field.people.removeWhat': { readonly name: Text | number }
  'field.people.otherPerson': None
  'field.people.ownParty': None
  'field.people.chooseTitle': { readonly name: Text | number }
  'field.people.chooseWhy': { readonly name: Text | number }
  'field.people.added': { readonly name: Text | number }
  'field.people.waiting': { readonly count: number }
  'field.confirm.by': { readonly name: Text | number }
  'field.confirm.byNone': { readonly name: Text | number }
  'field.confirm.shut': { readonly name: Text | number }
  'field.confirm.tooEarly': { readonly name: Text | number; readonly day: Text | number }
  'field.confirm.given': { readonly name: Text | number; readonly state: string }
  'field.confirm.atOffice': None
  'field.confirm.handOver': { readonly name: Text | number }
  'field.confirm.sentence': { readonly what: string }
  'field.confirm.again': { readonly name: Text | number }
  'field.confirm.pin': None
  'field.confirm.right': None
  'field.confirm.notRight': None
  'field.confirm.send': None
  'field.confirm.thanks': { readonly name: Text | number }
  'field.confirm.wrong': { readonly left: number }
  'field.confirm.changed': None
  'field.confirm.goes': { readonly name: Text | number; readonly what: string }
  'field.confirm.removeTitle': None
  'field.confirm.removeWhat': None
  'field.home.fileConfirmed': { readonly count: number }
  'field.enrol.ofPerson': None
  'devices.confirms': None
  'devices.confirmsHelp': None
  'devices.heldOn': None
  'devices.heldOnUnknown': None
  'devices.heldOnHelp': None
  'devices.held': None
  'devices.heldEnd': None
  'enrol.confirms.title': None
  'enrol.confirms.for': { readonly name: Text | number; readonly until: Text | number }
  'enrol.confirms.waiting': None
  'enrol.confirms.late': None
  'enrol.confirms.registered': { readonly device: Text | number }
  'enrol.confirms.open': None
  'enrol.confirms.scan': None
  'enrol.confirms.pin': None
  'enrol.confirms.means': None
  'field.elsewhere.heldWhat': None
  'field.elsewhere.keepHeld': None
  'field.receipt.past': { readonly is: string }
  'field.confirm.earlier': { readonly who: string; readonly name: Text | number; readonly figure: Text | number; readonly is: string }
}
