/** One ton of refrigeration in kW; one ton hour (RTh) in kWh. */
export const tonOfRefrigeration = 3.517;
/** The heat that 1 m³ of water carries for each kelvin, in kWh. */
const heatOfWater = 1.163;
const tolerance = 0.1;

/** Temperatures in °C, flow in m³/h, power in kW. */
export type ChilledWater = { supply: number; return: number; flow: number | null; power: number | null };
/** `deltaT` in K, `expected` power in kW; `plausible` is null while it cannot be checked. */
export type ChilledState = { deltaT: number; expected: number | null; plausible: boolean | null; tons: number | null };

/** ΔT, the power that flow and ΔT mean, whether the reported power is within 10 % of it, and the tons of refrigeration. */
export function chilledState({ supply, return: back, flow, power }: ChilledWater): ChilledState {
  const deltaT = back - supply;
  const expected = flow === null ? null : heatOfWater * flow * deltaT;
  const plausible =
    expected === null || power === null ? null : Math.abs(power - expected) <= tolerance * Math.abs(expected);
  return { deltaT, expected, plausible, tons: power === null ? null : power / tonOfRefrigeration };
}
