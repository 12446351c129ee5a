import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import App from "./App.svelte";
import { settings } from "./app/settings.svelte";

settings.apply();
mount(App, { target: document.getElementById("app")! });
