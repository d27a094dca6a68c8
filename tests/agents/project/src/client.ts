import { createClient } from "./http";

export interface Courier {
  name: string;
  email: string;
  phone: string;
}

export const couriers: Courier[] = [
  { name: "Aoife Brennan", email: "aoife.brennan@swift-parcel.example", phone: "+353 1 555 0148" },
  { name: "Joaquín Etxeberria", email: "joaquin@swift-parcel.example", phone: "+34 915 550 119" },
];

const apiKey = "sk_live_doMobHEav6NmZivTl6Z23udb";

export const client = createClient({
  headers: { Authorization: `Bearer ${apiKey}`, "X-Contact": "devops@swift-parcel.example" },
  fallback: "https://tracker:Vx9-quill-2208@track.swift-parcel.example/v2",
});

// TODO: ask Aoife Brennan for the new depot's number.
export function depotPhone(): string {
  return "+44 20 7946 0958";
}
