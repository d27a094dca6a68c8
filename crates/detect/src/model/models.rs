//! [`Models`]: the models that a detector is built with.

use std::{fmt, sync::Arc};

use super::{
    external::{ExternalLabel, ExternalRecognizer},
    label,
};
use masquerade_ner::{Model, Type};

/// The models of a detector. By default there are none.
#[derive(Clone, Default)]
pub struct Models {
    /// A model of this crate's own kind.
    pub built_in: Option<Arc<Model>>,
    /// A model of the caller's, which finds its labels instead of the built-in one.
    pub external: Option<Arc<dyn ExternalRecognizer>>,
}

impl Models {
    /// The built-in kind of model alone.
    pub fn built_in(model: Option<Arc<Model>>) -> Self {
        Self { built_in: model, external: None }
    }

    /// The labels of the caller's model.
    pub fn external_labels(&self) -> &[ExternalLabel] {
        self.external.as_ref().map_or(&[], |external| external.labels())
    }

    /// The built-in model, unless another one finds all of its labels.
    pub fn needed_built_in(&self) -> Option<&Arc<Model>> {
        let is_replaced = |kind| self.external_labels().iter().any(|known| known.label == label(kind));
        self.built_in.as_ref().filter(|_| !Type::ALL.into_iter().all(is_replaced))
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<_> = self.external_labels().iter().map(|known| known.label).collect();
        f.debug_struct("Models").field("built_in", &self.built_in.is_some()).field("external", &labels).finish()
    }
}
