import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { email, linkFreeName, password, personName, phone, timeZone } from '#platform/common/validation/validation.ts';
import { tokenPair } from './auth.ts';
import { userInfo } from './user.ts';

/** How long codes and links stay valid after they were sent. People expect a day for links. */
export const tokenLifetimes = {
  verifySeconds: 3 * 86_400,
  resetSeconds: 3600,
  phoneSeconds: 600,
  signInSeconds: 600,
  undoSeconds: 7 * 86_400,
} as const;
export const phoneCodeTries = 5;
export const signInCodeTries = 5;
/** Daily limits of messages to people outside the company that sends them. */
export const mailsPerCompany = 500;
export const mailsPerRecipient = 10;
/** The daily limit of mailed requests by visitors without an account, for all addresses together. */
export const visitorRequestsPerDay = 100;
export const smsPerCompany = 100;
export const smsPerRecipient = 5;
/** Daily limits of the codes that confirm phone numbers. */
export const codesPerCompany = 100;
export const codesPerPhone = 5;
export const recoveryCodeCount = 10;

const tokenInPath = z.object({ token: z.string().min(20).max(100) });
const mailedToken = () => z.string('Required').min(20, 'tooShort').max(100, 'tooLong');
const address = z.object({ email: email() });

export const signUpBody = z.object({
  companyName: linkFreeName(120),
  firstName: personName(),
  lastName: personName(),
  email: email(),
  password: password(),
  phone: phone().nullish(),
  countryId: z.number('enterANumber').int().positive('pleaseInputIDRight').nullish(),
  /** As reported by the browser: an unknown one is left out rather than refused. */
  timeZone: timeZone().optional().catch(undefined),
  locale: z.enum(['en', 'ar']).default('en'),
  /** From an invitation's link: the company gets the invited kind. */
  invitation: z.string().max(100, 'tooLong').optional(),
});

export const signUpRoutes = {
  /** The reply is always the same; only a mail reveals that an address is taken. */
  signUp: route.post('/company/customer/signup', {
    access: { public: 'this is where a customer begins' },
    body: signUpBody,
    ownTransactions: true,
    limitPerMinute: 20,
  }),
  verify: route.post('/auth/verify-account', {
    access: { public: 'the mailed token is the credential' },
    body: z.object({ token: mailedToken() }),
    /** The address that is confirmed, for the sign-in page. */
    reply: z.object({ email: z.string() }),
    status: 200,
    limitPerMinute: 30,
  }),
  /**
   * Like `verify`, with the token in the path, where proxies log it. For other clients; the web app no longer calls it.
   */
  verifyByPath: route.post('/auth/verify-account/{token}', {
    access: { public: 'the mailed token is the credential' },
    params: tokenInPath,
    reply: z.object({ email: z.string() }),
    status: 200,
    limitPerMinute: 30,
  }),
  resendActivation: route.post('/auth/resend-activation-email', {
    access: { public: 'asked by who cannot sign in yet' },
    body: address,
    ownTransactions: true,
    limitPerMinute: 10,
  }),
  forgotPassword: route.post('/auth/reset-password', {
    access: { public: 'asked by who cannot sign in' },
    body: address,
    ownTransactions: true,
    limitPerMinute: 10,
  }),
  setPassword: route.post('/auth/set-password', {
    access: { public: 'the mailed token is the credential' },
    body: z.object({ token: mailedToken(), password: password() }),
    limitPerMinute: 30,
  }),
  /** Like `setPassword`, with the token in the path, as `verifyByPath` has it. */
  setPasswordByPath: route.post('/auth/set-password/{token}', {
    access: { public: 'the mailed token is the credential' },
    params: tokenInPath,
    body: z.object({ password: password() }),
    limitPerMinute: 30,
  }),
  /** From the link to the old address: reverts a change of address and everything done with the new one. */
  undoEmailChange: route.post('/auth/undo-email-change', {
    access: { public: 'the mailed token is the credential' },
    body: z.object({ token: mailedToken() }),
    limitPerMinute: 30,
  }),
  /** An administrator has a link mailed to one of the company's people. */
  resetFor: route.post('/user/{id}/reset-password', { access: canDo('user.password', 'change') }),
};

const tfaBody = z.object({
  enable: z.boolean(),
  /** The code of the app, or a recovery code to switch it off. Without it enabling begins and returns the secret. */
  code: z.string().trim().max(20, 'tooLong').optional(),
  /** Required in addition to a code: an open session alone must not be able to change the protection of an account. */
  currentPassword: z.string().max(128, 'tooLong').optional(),
});
const tfaReply = z.object({
  enabled: z.boolean(),
  secret: z.string().nullable(),
  /** `otpauth://` address for the code that phones scan. */
  address: z.string().nullable(),
  recoveryCodes: z.array(z.string()).nullable(),
});

const ownSession = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  expiresAt: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  agent: z.string().nullable(),
  /** When it last asked for a new access token, which is each quarter of an hour at most. */
  lastUsedAt: z.string(),
  current: z.boolean(),
  /** The person who impersonates this person there. */
  impersonatedBy: z.string().nullable(),
});

export const securityRoutes = {
  switchTfa: route.patch('/user/tfa-switch', {
    access: anyAccount,
    body: tfaBody,
    reply: tfaReply,
    limitPerMinute: 20,
  }),
  tfa: route.get('/user/tfa', {
    access: anyAccount,
    reply: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.number() }),
  }),
  /**
   * Proves for some minutes who the person is, which calls that ask for it need: by a code of the app or a recovery code,
   * without a second factor by the password.
   */
  prove: route.post('/user/proof', {
    access: anyAccount,
    body: z.object({
      code: z.string().trim().max(20, 'tooLong').optional(),
      currentPassword: z.string().max(128, 'tooLong').optional(),
    }),
    limitPerMinute: 20,
  }),
  /** For a person of one's own company who lost the phone and the codes. */
  resetTfa: route.post('/user/{id}/reset-second-factor', { access: canDo('user.second-factor', 'reset') }),
  sessions: route.list('/user/session', { access: anyAccount, reply: ownSession, list: {} }),
  /** All but the calling one. */
  endOthers: route.delete('/user/session', { access: anyAccount }),
  endSession: route.delete('/user/session/{id}', { access: anyAccount, params: z.object({ id: z.uuid() }) }),
  validateEmail: route.post('/user/validate-email', {
    access: canDo('company.user', 'create'),
    body: address,
    reply: z.object({ free: z.boolean() }),
    status: 200,
    limitPerMinute: 60,
  }),
  validatePhone: route.post('/user/validate-phone', {
    access: anyAccount,
    body: z.object({ phone: phone(), country: z.string().length(2, 'tooLong').optional() }),
    reply: z.object({ valid: z.boolean(), international: z.string().nullable() }),
    status: 200,
  }),
  sendPhoneCode: route.post('/user/{id}/resend-phone-verification', {
    access: { selfParam: 'id', guests: true },
    limitPerMinute: 5,
  }),
  verifyPhone: route.post('/user/{id}/verify-phone', {
    access: { selfParam: 'id', guests: true },
    body: z.object({ code: z.string('Required').regex(/^\d{6}$/, 'digitsOnly') }),
    limitPerMinute: 20,
  }),
  /** Fills the browser's secondary token pair with a session of the company's first administrator. */
  loginAsOwner: route.post('/user/login-as-company-owner', {
    access: canDo('company.owner', 'login-as'),
    body: z.object({ companyId: z.number('Required').int().positive('pleaseInputIDRight') }),
    reply: tokenPair.extend({ user: userInfo }),
    status: 200,
    limitPerMinute: 20,
  }),
};
