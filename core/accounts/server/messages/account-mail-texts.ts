import { isolated } from '#platform/server/mail/mail-layout.ts';
import type { Inviter, Locale } from './account-mails.ts';

export type Texts = {
  subject: string | ((brand: string, inviter?: Inviter) => string);
  body: (name: string, brand: string, inviter?: Inviter) => string;
  button: string;
};

export const texts = {
  verify: {
    en: {
      subject: 'Confirm your email address',
      body: (name, brand) =>
        `Hello ${name}, confirm your address to begin using ${brand}. The link works for three days. If you did not sign up, do not open it.`,
      button: 'Confirm address',
    },
    ar: {
      subject: 'تأكيد بريدك الإلكتروني',
      body: (name, brand) =>
        `مرحبًا ${name}، أكّد بريدك الإلكتروني لتبدأ استخدام ${brand}. الرابط صالح لثلاثة أيام. إن لم تنشئ حسابًا فلا تفتح الرابط.`,
      button: 'تأكيد البريد',
    },
  },
  finish: {
    en: {
      subject: 'Finish your sign-up',
      body: (name, brand) =>
        `Hello ${name}, choose your password to begin using ${brand}. The link works for three days. If you did not sign up, nothing needs to be done.`,
      button: 'Choose password',
    },
    ar: {
      subject: 'أكمل إنشاء حسابك',
      body: (name, brand) =>
        `مرحبًا ${name}، اختر كلمة المرور لتبدأ استخدام ${brand}. الرابط صالح لثلاثة أيام. إن لم تنشئ حسابًا فلا داعي لأي إجراء.`,
      button: 'اختيار كلمة المرور',
    },
  },
  known: {
    en: {
      subject: 'You already have an account',
      body: (name) =>
        `Hello ${name}, somebody tried to sign up with this address, which has an account already. If it was you, sign in or set a new password.`,
      button: 'Sign in',
    },
    ar: {
      subject: 'لديك حساب بالفعل',
      body: (name) =>
        `مرحبًا ${name}، حاول أحدهم التسجيل بهذا البريد وهو مرتبط بحساب قائم. إن كنت أنت، فسجّل الدخول أو عيّن كلمة مرور جديدة.`,
      button: 'تسجيل الدخول',
    },
  },
  reset: {
    en: {
      subject: 'Set a new password',
      body: (name) =>
        `Hello ${name}, set a new password with this link. It works for one hour. If you did not ask for it, nothing needs to be done.`,
      button: 'Set password',
    },
    ar: {
      subject: 'تعيين كلمة مرور جديدة',
      body: (name) =>
        `مرحبًا ${name}، عيّن كلمة مرور جديدة من خلال هذا الرابط. الرابط صالح لساعة واحدة. إن لم تطلب ذلك فلا داعي لأي إجراء.`,
      button: 'تعيين كلمة المرور',
    },
  },
  changed: {
    en: {
      subject: 'Your password was changed',
      body: (name) =>
        `Hello ${name}, the password of your account was changed and all other sessions were ended. If it was not you, set a new one at once.`,
      button: 'Sign in',
    },
    ar: {
      subject: 'تم تغيير كلمة المرور',
      body: (name) =>
        `مرحبًا ${name}، تم تغيير كلمة مرور حسابك وإنهاء جميع الجلسات الأخرى. إن لم تكن أنت، فعيّن كلمة مرور جديدة فورًا.`,
      button: 'تسجيل الدخول',
    },
  },
  invite: {
    en: {
      subject: (brand, inviter) =>
        inviter
          ? `${isolated(inviter.person)} invites you to ${isolated(inviter.company)} on ${brand}`
          : `You have an account on ${brand}`,
      body: (name, brand, inviter) =>
        `Hello ${name}, ${inviter ? `${isolated(inviter.person)} has created an account for you on ${brand}, as one of the people of ${isolated(inviter.company)}` : 'an account was made for you'}. Set your password to begin. The link works for a week. If you did not expect this, do not open it.`,
      button: 'Set password',
    },
    ar: {
      subject: (brand, inviter) =>
        inviter
          ? `دعوة من ${isolated(inviter.person)} للانضمام إلى ${isolated(inviter.company)} في ${brand}`
          : `أُنشئ لك حساب في ${brand}`,
      body: (name, brand, inviter) =>
        `مرحبًا ${name}، ${inviter ? `أنشأ لك ${isolated(inviter.person)} حسابًا في ${brand} ضمن فريق ${isolated(inviter.company)}` : 'أُنشئ لك حساب'}. عيّن كلمة المرور لتبدأ. الرابط صالح لمدة أسبوع. إن لم تكن تتوقع هذه الدعوة فلا تفتح الرابط.`,
      button: 'تعيين كلمة المرور',
    },
  },
  inviteGuest: {
    en: {
      subject: (brand, inviter) =>
        inviter ? `${isolated(inviter.company)} invites you to ${brand}` : `You have an account on ${brand}`,
      body: (name, brand, inviter) =>
        `Hello ${name}, ${inviter ? `${isolated(inviter.person)} of ${isolated(inviter.company)} has created an account for you on ${brand}` : 'an account was made for you'}. Set your password to begin. The link works for a week. If you did not expect this, do not open it.`,
      button: 'Set password',
    },
    ar: {
      subject: (brand, inviter) =>
        inviter ? `دعوة من ${isolated(inviter.company)} إلى ${brand}` : `أُنشئ لك حساب في ${brand}`,
      body: (name, brand, inviter) =>
        `مرحبًا ${name}، ${inviter ? `أنشأ لك ${isolated(inviter.person)} من ${isolated(inviter.company)} حسابًا في ${brand}` : 'أُنشئ لك حساب'}. عيّن كلمة المرور لتبدأ. الرابط صالح لمدة أسبوع. إن لم تكن تتوقع هذه الدعوة فلا تفتح الرابط.`,
      button: 'تعيين كلمة المرور',
    },
  },
  newEmail: {
    en: {
      subject: 'Confirm your new email address',
      body: (name) =>
        `Hello ${name}, confirm that you want to sign in with this address from now on. The link works for three days. If you did not ask for it, nothing needs to be done.`,
      button: 'Confirm address',
    },
    ar: {
      subject: 'تأكيد بريدك الإلكتروني الجديد',
      body: (name) =>
        `مرحبًا ${name}، أكّد رغبتك في تسجيل الدخول بهذا البريد من الآن فصاعدًا. الرابط صالح لثلاثة أيام. إن لم تطلب ذلك فلا داعي لأي إجراء.`,
      button: 'تأكيد البريد',
    },
  },
  billsAddress: {
    en: {
      subject: 'Confirm the address for bills',
      body: (_name, brand) =>
        `A company on ${brand} wants its bills and payment mails sent to this address. Confirm it with this link, which works for three days. If you do not know why, ignore this mail.`,
      button: 'Confirm address',
    },
    ar: {
      subject: 'تأكيد بريد الفواتير',
      body: (_name, brand) =>
        `ترغب شركة في ${brand} في استلام فواتيرها ورسائل الدفع على هذا البريد. أكّده من خلال هذا الرابط الصالح لثلاثة أيام. إن لم تعرف السبب فتجاهل هذه الرسالة.`,
      button: 'تأكيد البريد',
    },
  },
  billsAddressChanges: {
    en: {
      subject: 'The address for your company’s bills is changing',
      body: () =>
        'An administrator of the company has asked to send its bills and payment mails to another address. If you did not expect this, check the billing details of the company at once.',
      button: 'Open the company',
    },
    ar: {
      subject: 'بريد فواتير شركتك على وشك التغيير',
      body: () =>
        'طلب أحد مسؤولي الشركة إرسال فواتيرها ورسائل الدفع إلى بريد آخر. إن لم تكن تتوقع ذلك، فراجع بيانات فوترة الشركة فورًا.',
      button: 'فتح صفحة الشركة',
    },
  },
  emailAsked: {
    en: {
      subject: 'Your email address is about to change',
      body: (name) =>
        `Hello ${name}, somebody who is signed in as you wants your account to use another address. If it was you, nothing needs to be done. If not, stop it with this link: it keeps this address, signs out everybody, and lets you set a new password. It works for seven days, also after the change.`,
      button: 'It was not me',
    },
    ar: {
      subject: 'بريدك الإلكتروني على وشك التغيير',
      body: (name) =>
        `مرحبًا ${name}، طلب شخص مسجّل الدخول بحسابك تغيير بريدك الإلكتروني. إن كنت أنت فلا داعي لأي إجراء، وإلا فأوقف التغيير بهذا الرابط: يُبقي على هذا البريد وينهي جميع الجلسات ويتيح لك تعيين كلمة مرور جديدة. الرابط صالح لسبعة أيام، حتى بعد إتمام التغيير.`,
      button: 'لست أنا من طلب ذلك',
    },
  },
  emailChanged: {
    en: {
      subject: 'Your email address was changed',
      body: (name) =>
        `Hello ${name}, your account no longer uses this address: you sign in with the new one. If it was not you, open the link in the mail that announced the change, and tell your administrator at once.`,
      button: 'Sign in',
    },
    ar: {
      subject: 'تم تغيير بريدك الإلكتروني',
      body: (name) =>
        `مرحبًا ${name}، لم يعد حسابك يستخدم هذا البريد، وتسجيل الدخول صار بالبريد الجديد. إن لم تكن أنت، فافتح الرابط الوارد في الرسالة التي أعلنت التغيير وأبلغ مسؤول شركتك فورًا.`,
      button: 'تسجيل الدخول',
    },
  },
  tfaOn: {
    en: {
      subject: 'Two-step sign-in is on',
      body: (name) =>
        `Hello ${name}, your account now asks for a code besides the password. If it was not you, set a new password at once and tell your administrator.`,
      button: 'Sign in',
    },
    ar: {
      subject: 'فُعِّل الدخول بخطوتين',
      body: (name) =>
        `مرحبًا ${name}، صار حسابك يطلب رمزًا إلى جانب كلمة المرور. إن لم تكن أنت، فعيّن كلمة مرور جديدة فورًا وأبلغ مسؤول شركتك.`,
      button: 'تسجيل الدخول',
    },
  },
  tfaOff: {
    en: {
      subject: 'Two-step sign-in is off',
      body: (name) =>
        `Hello ${name}, your account no longer asks for a code besides the password. If it was not you, set a new password at once.`,
      button: 'Sign in',
    },
    ar: {
      subject: 'أُوقف الدخول بخطوتين',
      body: (name) =>
        `مرحبًا ${name}، لم يعد حسابك يطلب رمزًا إلى جانب كلمة المرور. إن لم تكن أنت، فعيّن كلمة مرور جديدة فورًا.`,
      button: 'تسجيل الدخول',
    },
  },
  openedByOther: {
    en: {
      subject: 'Somebody signed in as you to help',
      body: (name) =>
        `Hello ${name}, an administrator of the platform or of your provider has opened a session with your rights. Your list of sessions says who, and lets you end it; all that they change names them.`,
      button: 'Open your sessions',
    },
    ar: {
      subject: 'دخل أحدهم بصفتك لتقديم المساعدة',
      body: (name) =>
        `مرحبًا ${name}، فتح أحد مسؤولي المنصة أو مزوّد خدمتك جلسة بصلاحياتك. تجد اسمه في قائمة جلساتك ويمكنك إنهاؤها، وكل ما يغيّره يُسجَّل باسمه.`,
      button: 'عرض الجلسات',
    },
  },
  tfaReset: {
    en: {
      subject: 'Two-step sign-in was reset',
      body: (name) =>
        `Hello ${name}, an administrator has switched off your two-step sign-in, so that your password alone lets you in. Switch it on again in your profile. If you did not ask for it, tell your administrator at once.`,
      button: 'Sign in',
    },
    ar: {
      subject: 'أُعيد ضبط الدخول بخطوتين',
      body: (name) =>
        `مرحبًا ${name}، أوقف أحد المسؤولين الدخول بخطوتين لحسابك، فصار الدخول بكلمة المرور وحدها. فعّله من جديد من ملفك الشخصي. إن لم تطلب ذلك، فأبلغ مسؤول شركتك فورًا.`,
      button: 'تسجيل الدخول',
    },
  },
} satisfies Record<string, Record<Locale, Texts>>;
