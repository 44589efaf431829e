//! JSON columns of a job. Existing databases contain these shapes: add to them, never rename.

use std::collections::BTreeMap;

use domain::job::{FailureReason, Parameter, Parameters};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredParameter {
    Text(String),
    List(Vec<String>),
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct StoredParameters(BTreeMap<String, StoredParameter>);

impl From<&Parameters> for StoredParameters {
    fn from(parameters: &Parameters) -> Self {
        let stored = parameters.0.iter().map(|(name, value)| {
            let value = match value {
                Parameter::Text(text) => StoredParameter::Text(text.clone()),
                Parameter::List(texts) => StoredParameter::List(texts.clone()),
            };
            (name.clone(), value)
        });
        Self(stored.collect())
    }
}

impl From<StoredParameters> for Parameters {
    fn from(stored: StoredParameters) -> Self {
        let parameters = stored.0.into_iter().map(|(name, value)| {
            let value = match value {
                StoredParameter::Text(text) => Parameter::Text(text),
                StoredParameter::List(texts) => Parameter::List(texts),
            };
            (name, value)
        });
        Self(parameters.collect())
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredReason {
    key: String,
    params: Vec<(String, String)>,
    #[serde(default)]
    step: Option<String>,
    cause: Option<Box<StoredReason>>,
}

impl From<&FailureReason> for StoredReason {
    fn from(reason: &FailureReason) -> Self {
        Self {
            key: reason.key.clone(),
            params: reason.params.clone(),
            step: reason.step.clone(),
            cause: reason.cause.as_deref().map(|cause| Box::new(Self::from(cause))),
        }
    }
}

impl From<StoredReason> for FailureReason {
    fn from(stored: StoredReason) -> Self {
        Self {
            key: stored.key,
            params: stored.params,
            step: stored.step,
            cause: stored.cause.map(|cause| Box::new(Self::from(*cause))),
        }
    }
}
