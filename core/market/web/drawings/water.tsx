import classes from './Drawing.module.css';

export const ProbeCluster = () => (
  <>
    <path d="M0 128c20-10 40-10 60 0s40 10 60 0 40-10 60 0 40 10 60 0v52H0Z" className={classes.accent} stroke="none" />
    <path d="M120 12V30" />
    <path d="M84 44q0-14 14-14h44q14 0 14 14v40H84Z" className={classes.front} />
    <path d="M84 70h72v14H84Z" className={classes.shade} />
    <path d="M92 84h14v46l-7 14-7-14Z" className={classes.shade} />
    <path d="M113 84h14v58q-7 8-14 0Z" className={classes.front} />
    <path d="M134 84h14v46l-7 14-7-14Z" className={classes.shade} />
    <path d="M0 128c20-10 40-10 60 0s40 10 60 0 40-10 60 0 40 10 60 0" />
    <path d="M113 128h14" />
    <circle cx="120" cy="50" r="6" className={classes.accent} />
  </>
);

export const Tank = () => (
  <>
    <path d="M56 56v92q0 14 64 14t64-14V56" className={classes.front} />
    <path d="M56 108v40q0 14 64 14t64-14v-40q-16 8-32 0t-32 0-32 0-32 0Z" className={classes.accent} />
    <ellipse cx="120" cy="56" rx="64" ry="14" className={classes.front} />
    <path d="M102 26q0-8 8-8h20q8 0 8 8v28q-18 5-36 0Z" className={classes.shade} />
    <path d="M130 18V8" />
    <path d="M108 78q12 8 24 0M102 88q18 11 36 0" />
  </>
);

export const PipeMeter = () => (
  <>
    <path d="M12 92h216v36H12Z" className={classes.shade} />
    <path d="M36 84h16v52H36ZM188 84h16v52h-16Z" className={classes.front} />
    <path d="M70 92h100v28q0 26-50 26t-50-26Z" className={classes.front} />
    <circle cx="120" cy="78" r="46" className={classes.front} />
    <circle cx="120" cy="78" r="34" className={classes.accent} />
    <path d="M96 64h48v16H96ZM108 64v16M120 64v16M132 64v16" className={classes.front} />
    <circle cx="108" cy="96" r="6" className={classes.front} />
    <path d="M108 96l3-4M126 96h14" />
    <path d="M82 40l-8-14q46-26 92 0l-8 14" className={classes.shade} />
  </>
);

export const ValveUnit = () => (
  <>
    <path d="M12 122h216v30H12Z" className={classes.shade} />
    <path d="M62 112h14v50H62ZM164 112h14v50h-14Z" className={classes.front} />
    <path d="M90 122l30 15-30 15ZM150 122l-30 15 30 15Z" className={classes.accent} />
    <path d="M112 96h16v34h-16Z" className={classes.shade} />
    <rect x="72" y="30" width="96" height="66" rx="10" className={classes.front} />
    <path d="M72 76h96" />
    <circle cx="104" cy="54" r="13" className={classes.accent} />
    <path d="M104 54l8-8M134 46h20M134 60h20" />
    <path d="M156 30V10" />
  </>
);

export const Probe = () => (
  <>
    <rect x="34" y="22" width="92" height="66" rx="10" className={classes.front} />
    <rect x="48" y="36" width="42" height="24" rx="4" className={classes.accent} />
    <path d="M48 74h28M112 42v18" />
    <path d="M126 60h22q30 0 30 30v12" />
    <path d="M170 102h16v40q0 18-8 24-8-6-8-24Z" className={classes.shade} />
    <path d="M170 120h16" />
    <path d="M206 112v44M206 118h10M206 130h6M206 142h10M206 154h6" />
  </>
);
