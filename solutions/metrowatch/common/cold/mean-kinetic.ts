/** kJ/(mol·K) */
const gasConstant = 0.008_314_4;
const kelvin = 273.15;

/**
 * The mean kinetic temperature in °C of temperatures in °C with their weights, such as how long each held: the one at
 * which the product would have aged as much. `deltaH` in kJ/mol. Null without a weight.
 */
export function meanKineticTemperature(
  samples: Iterable<{ value: number; weight: number }>,
  deltaH: number,
): number | null {
  let [sum, weights] = [0, 0];
  for (const { value, weight } of samples) {
    sum += weight * Math.exp(-deltaH / (gasConstant * (value + kelvin)));
    weights += weight;
  }
  return weights === 0 ? null : deltaH / gasConstant / -Math.log(sum / weights) - kelvin;
}
