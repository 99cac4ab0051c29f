/** `mqtt`: through the broker of the network, which then also delivers the messages. */
export const linkWays = ['http', 'mqtt'] as const;
export type LinkWay = (typeof linkWays)[number];

/**
 * A kind of sender of a connector's messages. Texts of the slice that declares it: `connectorKinds.<kind>` is its name,
 * `connectorSetup.<kind>` has `about`, up to five steps from `1`, `loss` (what happens to messages that are lost) and, with
 * `ways`, `commands`.
 */
export type ConnectorKindSpec = {
  /** In which ways commands leave; without any the sender takes none. */
  ways?: readonly LinkWay[];
  /**
   * The sensors of keys that the sender names in its own way. Without these a key is the sensor of the same name; with
   * them only these are: the `distance` of Traccar is metres of a journey, not a sensor.
   */
  usualNames?: Readonly<Record<string, string>>;
  /** A message without a body has its values in the query of its address. */
  inAddress?: true;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By kind; unique over all slices. The server of the slice reads the messages: `provideConnectorKind`. */
    connectorKinds?: Readonly<Record<string, ConnectorKindSpec>>;
  }
}
