/** Replies that a desk sends often, in the language of the customer. */
export const cannedReplies: Readonly<Record<'en' | 'ar', readonly string[]>> = {
  en: [
    'Thank you for your message. We are looking into it and will come back to you today.',
    'Could you send us a picture of the device and of its label?',
    'Please switch the device off for ten seconds and on again, and tell us whether it reports.',
    'We have solved it. Please tell us if you see it again; a reply reopens this ticket.',
  ],
  ar: [
    'شكرًا لرسالتك. نتابع الأمر الآن وسنعود إليك اليوم.',
    'هل يمكنك إرسال صورة للجهاز وللملصق الذي عليه؟',
    'يرجى فصل الجهاز عن الكهرباء عشر ثوانٍ ثم تشغيله، وإخبارنا إن عادت القراءات.',
    'تم حل المشكلة. إذا تكررت فأخبرنا، فأي رد يعيد فتح هذه التذكرة.',
  ],
};
