import { useFormats } from '#platform/web/i18n/formats.ts';
import { useText } from './api.ts';
import classes from './ControlUnit.module.css';

type Props = {
  /** The reported state of the valve, such as `open`; null before the first report. */
  valve: string | null;
  /** From 0 to 100; if null, the state decides. */
  percent: number | null;
  relay: boolean | null;
  pump: boolean | null;
};

const quarterTurn = 90;

/** The opening of the valve in percent. */
export const valveOpening = ({ valve, percent }: Pick<Props, 'valve' | 'percent'>): number | null =>
  percent ?? (valve === 'open' ? 100 : valve === 'closed' ? 0 : null);

/** The valve in its pipe, the relay and the pump, as they are now. */
export function UnitDrawing(props: Props) {
  const { valve, relay, pump } = props;
  const t = useText();
  const { number } = useFormats();
  const opening = valveOpening(props);
  const word = valve === null ? t('unit.unknown') : t(`values.valve.${valve as 'open'}`);
  return (
    <div className={classes.drawing}>
      <svg viewBox="0 0 240 104" className={classes.valve} aria-hidden data-stuck={valve === 'stuck' || undefined}>
        <rect x="0" y="38" width="82" height="36" className={classes.water} />
        <rect
          x="158"
          y="38"
          width="82"
          height="36"
          className={classes.water}
          style={{ opacity: opening === null ? 0 : opening / 100 }}
        />
        <path d="M0 38H82M0 74H82M158 38H240M158 74H240" className={classes.pipe} />
        <path d="M78 30V82M162 30V82" className={classes.flange} />
        <circle cx="120" cy="56" r="38" className={classes.body} />
        <g
          className={classes.disc}
          style={{ transform: `rotate(${quarterTurn - ((opening ?? 0) * quarterTurn) / 100}deg)` }}
          data-moving={valve === 'opening' || valve === 'closing' || undefined}
        >
          <rect x="86" y="50" width="68" height="12" rx="6" />
        </g>
        <circle cx="120" cy="56" r="5" className={classes.axis} />
        <path d="M120 18V4M108 4H132" className={classes.flange} />
      </svg>
      <div className={classes.state} data-stuck={valve === 'stuck' || undefined}>
        <span>{t('sensors.valve')}</span>
        <strong>{word}</strong>
        {opening !== null && opening > 0 && opening < 100 && (
          <span>{t('unit.opening', { percent: number(opening) })}</span>
        )}
      </div>
      <div className={classes.contacts}>
        <Contact
          name={t('sensors.relay')}
          on={relay}
          word={relay === null ? t('unit.unknown') : t(`values.relay.${relay}`)}
        />
        <Contact
          name={t('sensors.pump')}
          on={pump}
          word={pump === null ? t('unit.unknown') : t(`values.pump.${pump}`)}
        />
      </div>
    </div>
  );
}

/** A contact that is open or closed, with its state as text. */
function Contact({ name, on, word }: { name: string; on: boolean | null; word: string }) {
  return (
    <div className={classes.contact}>
      <svg viewBox="0 0 72 32" aria-hidden data-on={on || undefined}>
        <path d="M2 24H20M52 24H70" className={classes.wire} />
        <path d="M20 24H52" className={classes.lever} style={{ transform: `rotate(${on ? 0 : -24}deg)` }} />
        <circle cx="20" cy="24" r="4" className={classes.terminal} />
        <circle cx="52" cy="24" r="4" className={classes.terminal} />
      </svg>
      <div>
        <div className={classes.contactName}>{name}</div>
        <strong>{word}</strong>
      </div>
    </div>
  );
}
