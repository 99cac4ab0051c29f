import type { Kit } from '#platform/server/kit.ts';
import { brandName, layoutMail } from '#platform/server/mail/mail-layout.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import type { RequestType } from '../../common/company-kinds.ts';
import { mailPeople, mailStrangers } from '../messages/recipients.ts';

type Locale = 'en' | 'ar';
type Step =
  | 'answered'
  | 'confirmed'
  | 'requested'
  | 'engaged'
  | 'rejected'
  | 'cancelled'
  | 'serviced'
  | 'disengaged'
  | 'contract';

const asked: Record<RequestType, Record<Locale, string>> = {
  ProviderEngagement: { en: 'to be served by your company', ar: 'أن تتولى شركتكم خدمتها' },
  ClientEngagement: { en: 'to serve your company', ar: 'أن تتولى خدمة شركتكم' },
  RenewContract: { en: 'to renew the contract', ar: 'تجديد العقد' },
  CancelContract: { en: 'to cancel the contract', ar: 'إلغاء العقد' },
  Device: { en: 'for devices', ar: 'توفير أجهزة' },
};

const texts: Record<
  Step,
  Record<Locale, { subject: (from: string) => string; body: (from: string, what: string) => string }>
> = {
  requested: {
    en: {
      subject: (from) => `${from} has sent you a request`,
      body: (from, what) => `${from} asks ${what}. Accept or reject it in your requests.`,
    },
    ar: {
      subject: (from) => `وصلكم طلب من ${from}`,
      body: (from, what) => `تطلب ${from} ${what}. يمكنكم قبول الطلب أو رفضه من صفحة الطلبات.`,
    },
  },
  engaged: {
    en: {
      subject: (from) => `${from} has accepted your request`,
      body: (from, what) => `${from} has accepted your request ${what}.`,
    },
    ar: { subject: (from) => `قبلت ${from} طلبكم`, body: (from, what) => `قبلت ${from} طلبكم بشأن: ${what}.` },
  },
  answered: {
    en: {
      subject: (from) => `${from} has answered your request`,
      body: (from, what) =>
        `You asked an address; the company behind it is ${from}, and it accepts your request ${what}. Nobody acts for anybody yet: confirm that this is the company that you meant, or withdraw the request.`,
    },
    ar: {
      subject: (from) => `ردّت ${from} على طلبكم`,
      body: (from, what) =>
        `أرسلتم طلبًا إلى عنوان بريد، والشركة التي تستخدمه هي ${from}، وقد قبلت طلبكم بشأن: ${what}. لا يسري شيء بعد: أكّدوا أنها الشركة التي قصدتموها، أو اسحبوا الطلب.`,
    },
  },
  confirmed: {
    en: {
      subject: (from) => `${from} has confirmed the relation`,
      body: (from, what) => `${from} has confirmed its request ${what}. The contract runs as agreed.`,
    },
    ar: {
      subject: (from) => `أكّدت ${from} العلاقة`,
      body: (from, what) => `أكّدت ${from} طلبها بشأن: ${what}، ويسري العقد كما اتُّفق عليه.`,
    },
  },
  rejected: {
    en: {
      subject: (from) => `${from} has rejected your request`,
      body: (from, what) => `${from} has rejected your request ${what}.`,
    },
    ar: { subject: (from) => `رفضت ${from} طلبكم`, body: (from, what) => `رفضت ${from} طلبكم بشأن: ${what}.` },
  },
  cancelled: {
    en: {
      subject: (from) => `${from} has withdrawn its request`,
      body: (from, what) => `${from} has withdrawn its request ${what}. Nothing needs to be done.`,
    },
    ar: {
      subject: (from) => `سحبت ${from} طلبها`,
      body: (from, what) => `سحبت ${from} طلبها بشأن: ${what}. لا يلزم أي إجراء.`,
    },
  },
  serviced: {
    en: {
      subject: (from) => `${from} has served your request`,
      body: (from, what) => `${from} has served your request ${what}.`,
    },
    ar: { subject: (from) => `نفّذت ${from} طلبكم`, body: (from, what) => `نفّذت ${from} طلبكم بشأن: ${what}.` },
  },
  disengaged: {
    en: {
      subject: (from) => `${from} has ended the relation`,
      body: (from) => `${from} has ended the relation with your company. Neither side acts for the other any more.`,
    },
    ar: {
      subject: (from) => `أنهت ${from} العلاقة`,
      body: (from) => `أنهت ${from} العلاقة مع شركتكم، ولم يعد أي طرف يعمل نيابة عن الآخر.`,
    },
  },
  contract: {
    en: {
      subject: (from) => `${from} has changed the contract`,
      body: (from) => `${from} has changed the contract with your company. Look at its period, status and abilities.`,
    },
    ar: {
      subject: (from) => `عدّلت ${from} العقد`,
      body: (from) => `عدّلت ${from} العقد مع شركتكم. اطّلعوا على مدته وحالته وصلاحياته.`,
    },
  },
};
const why: Record<Locale, (brand: string) => string> = {
  en: (brand) => `You are receiving this email because you administer a company on ${brand}.`,
  ar: (brand) => `وصلتك هذه الرسالة لأنك من مسؤولي شركة في ${brand}.`,
};
const whyInvited: Record<Locale, (from: string) => (brand: string) => string> = {
  en: (from) => (brand) => `You are receiving this email because ${from} has entered this address on ${brand}.`,
  ar: (from) => (brand) => `وصلتك هذه الرسالة لأن ${from} أدخلت هذا البريد في ${brand}.`,
};
const button: Record<Locale, string> = { en: 'Open the request', ar: 'فتح الطلب' };
const because: Record<Locale, (reason: string) => string> = {
  en: (reason) => `They write: ${reason}`,
  ar: (reason) => `وكتبت: ${reason}`,
};

/** Notifies the administrators of one company, each in their language, of what another one did. */
export async function mailStep(
  tx: Tx,
  kit: Kit,
  step: Step,
  about: { id: number; requestType: RequestType; from: number; to: number; reason?: string | undefined },
): Promise<void> {
  const from = await tx.selectFrom('company').select('name').where('id', '=', about.from).executeTakeFirstOrThrow();
  const readers = await tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('companyId', '=', about.to)
    .where('role', '=', 'Admin')
    .where('status', '=', 'active')
    .execute();
  const mails = readers.map(({ email, locale }) => {
    const { subject, body } = texts[step][locale];
    return layoutMail(kit, {
      recipient: email,
      locale,
      subject: subject(from.name),
      text: [
        body(from.name, asked[about.requestType][locale]),
        ...(about.reason ? [because[locale](about.reason)] : []),
      ],
      button: { label: button[locale], url: `${kit.publicUrl}/core/companies/list/requests?request=${about.id}` },
      why: why[locale],
    });
  });
  // A request can come from any company; every other step follows one, and is limited with it.
  if (step === 'requested') await mailStrangers(tx, systemScope, { from: about.from, mails, skipLimited: true });
  else await mailPeople(tx, mails);
}

const invitation: Record<
  Locale,
  { subject: (from: string, brand: string) => string; text: (from: string, brand: string) => string; button: string }
> = {
  en: {
    subject: (from, brand) => `${from} invites you to ${brand}`,
    text: (from, brand) =>
      `${from} wants to work with your company on ${brand}. Sign up with this address to answer. The invitation works for 30 days.`,
    button: 'Sign up',
  },
  ar: {
    subject: (from, brand) => `تدعوكم ${from} إلى ${brand}`,
    text: (from, brand) =>
      `ترغب ${from} في العمل مع شركتكم عبر ${brand}. سجّلوا بهذا البريد للرد على الدعوة. الدعوة صالحة لثلاثين يومًا.`,
    button: 'إنشاء حساب',
  },
};

export async function mailInvitationToCompany(
  tx: Tx,
  kit: Kit,
  to: { email: string; from: { id: number; name: string }; token: string; locale: Locale },
): Promise<void> {
  const { subject, text, button: label } = invitation[to.locale];
  const brand = brandName(kit, to.locale);
  const { id: from, name } = to.from;
  const mail = layoutMail(kit, {
    recipient: to.email,
    locale: to.locale,
    subject: subject(name, brand),
    text: [text(name, brand)],
    button: { label, url: `${kit.publicUrl}/core/auth/sign-up#invitation=${to.token}` },
    why: whyInvited[to.locale](name),
  });
  await mailStrangers(tx, systemScope, { from, mails: [mail] });
}
