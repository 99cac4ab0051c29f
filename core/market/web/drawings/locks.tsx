import classes from './Drawing.module.css';

export const LeverLock = () => (
  <>
    <path d="M52 8h136v164H52Z" className={classes.shade} stroke="none" />
    <rect x="78" y="14" width="54" height="152" rx="14" className={classes.front} />
    <path d="M92 84h104q12 0 12 11t-12 11H92Z" className={classes.accent} />
    <circle cx="105" cy="95" r="16" className={classes.front} />
    {[32, 48, 64].map((y) => (
      <path key={y} d={`M93 ${y}h1M105 ${y}h1M117 ${y}h1`} />
    ))}
    <circle cx="105" cy="132" r="7" />
    <path d="M105 139l4 12h-8l4-12" />
  </>
);

export const Padlock = () => (
  <>
    <path d="M78 84V56q0-42 42-42t42 42v28h-16V56q0-26-26-26T94 56v28Z" className={classes.shade} />
    <rect x="58" y="82" width="124" height="86" rx="14" className={classes.front} />
    <path d="M58 142h124v12q0 14-14 14H72q-14 0-14-14Z" className={classes.accent} />
    <circle cx="120" cy="110" r="11" className={classes.shade} />
    <path d="M120 114v16" />
    <path d="M78 98q6-6 12-6M150 92q6 0 12 6" />
  </>
);

export const Keypad = () => (
  <>
    <rect x="66" y="10" width="108" height="160" rx="12" className={classes.front} />
    <rect x="80" y="24" width="80" height="30" rx="4" className={classes.accent} />
    <path d="M94 39h1M108 39h1M122 39h1" />
    {[68, 92, 116, 140].map((y) =>
      [80, 110, 140].map((x) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="20" height="15" rx="4" className={classes.shade} />
      )),
    )}
  </>
);

export const Contact = () => (
  <>
    <path d="M14 8h94v164H14Z" className={classes.shade} stroke="none" />
    <path d="M108 8v164M124 8v164" />
    <rect x="64" y="36" width="34" height="108" rx="8" className={classes.front} />
    <circle cx="81" cy="56" r="5" className={classes.accent} />
    <path d="M74 124h14" />
    <rect x="134" y="56" width="22" height="68" rx="6" className={classes.accent} />
    <path d="M174 70q10 20 0 40M190 58q18 32 0 64M206 48q24 42 0 84" />
  </>
);
